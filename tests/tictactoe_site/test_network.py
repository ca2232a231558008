"""The machine's own addresses and names."""

import ipaddress
import socket

import pytest

from tictactoe_site import network


def test_own_addresses_are_of_this_machine():
    for address in network.own_addresses():
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        with socket.socket(family) as probe:
            probe.bind((address, 0))  # works only for this machine's addresses
            assert not ipaddress.ip_address(address).is_loopback


def test_the_main_address_is_one_of_them():
    assert network.main_address() in {"", *network.own_addresses()}


def test_own_hosts_name_the_machine_without_asking_a_name_server(monkeypatch):
    for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex", "gethostbyaddr", "getfqdn"):
        monkeypatch.setattr(socket, name, lambda *_: 1 / 0)
    hosts = network.own_hosts()
    assert {"localhost", socket.gethostname()} <= {*hosts}
    assert all(host and not host.startswith((".", "*")) for host in hosts)  # wildcards would accept other hosts


@pytest.mark.parametrize(
    ("host", "port", "origin"),
    [
        ("127.0.0.1", 8000, ""),
        ("::1", 8000, ""),
        ("localhost", 8000, ""),
        ("192.0.2.7", 8000, "http://192.0.2.7:8000"),
        ("192.0.2.7", 80, "http://192.0.2.7"),
        ("2001:db8::7", 8000, "http://[2001:db8::7]:8000"),
    ],
)
def test_the_origin_in_the_local_network(host, port, origin):
    assert network.lan_origin(host, port) == origin


def test_without_a_network_there_is_no_origin_in_it(monkeypatch):
    monkeypatch.setattr(network, "main_address", lambda: "")
    assert network.lan_origin("0.0.0.0", 8000) == ""
