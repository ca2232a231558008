"""A site on separate machines: nginx on one, two processes on each of two, PostgreSQL on two, and Redis.

    with Installation(folder, BEAT="2") as site:
        site.url                                    # of nginx, as people at site.people reach it
        site.hosts[0].processes, .machine           # a machine with processes
        site.primary, site.standby                  # databases
        site.promote(); site.follow()               # the databases exchange their roles
        site.redis

It uses the commands that deploy/several-machines.md gives to hosts.
"""

import contextlib
import os
import signal
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self

import psycopg

from tests.faults.network import Machine, Network
from tests.faults.process import connections
from tests.support.commands import ROOT, run
from tests.support.server import WARNINGS_OF_A_CLUSTER
from tools.cluster.cluster import NOT_INHERITED
from tools.cluster.programs import PROGRAM_TIMEOUT, Postgres, Program, Proxy, Redis, accepts, family_of, wait_until

SYNCHRONOUS = "ALTER SYSTEM SET synchronous_standby_names = '*'"
ALONE = "ALTER SYSTEM SET synchronous_standby_names = ''"
RELOAD = "SELECT pg_reload_conf()"


def kill_all(*programs: Program) -> None:
    """Kill programs and their descendants with SIGKILL."""
    families = [pid for program in programs if program.running for pid in family_of(program.pid)]
    for pid in families:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    for program in programs:
        program.process.wait(timeout=PROGRAM_TIMEOUT)


def start_all(programs: Sequence[Program]) -> None:
    with ThreadPoolExecutor() as threads:
        for _started in threads.map(lambda program: program.start(), programs):
            pass


class On:
    def on(self, machine: Machine) -> Self:
        self.machine, self.host = machine, machine.address
        return self

    def start(self) -> None:
        with self.machine.entered():
            super().start()

    def lose(self) -> None:
        """Cut the machine off and kill the program, like a power failure."""
        self.machine.cut()
        kill_all(self)


class RedisOn(On, Redis):
    """Redis on a machine."""


class ProxyOn(On, Proxy):
    """nginx on a machine."""


class ServerProcess(On, Program):
    def __init__(self, machine: Machine, port: int, log: Path, environment: dict[str, str]) -> None:
        super().__init__(log)
        self.on(machine)
        self.port = port
        self.environment = environment
        self.name = f"The process at {self.host}:{port}"
        self.url = f"http://{self.host}:{port}"

    def start(self) -> None:
        environment = self.environment | {"HOST": self.host, "PORT": str(self.port)}
        with self.machine.entered():
            self.process = self.launch(sys.executable, "-m", "deploy.process", cwd=ROOT, env=environment)
            self.wait_for(lambda: accepts(self.port, self.host))


class Host:
    def __init__(self, machine: Machine, folder: Path, environment: dict[str, str], ports: Sequence[int]) -> None:
        self.machine = machine
        self.processes = [
            ServerProcess(machine, port, folder / f"{machine.address}-{port}.log", environment) for port in ports
        ]

    @property
    def connections(self) -> int:
        with self.machine.entered():
            return sum(map(connections, self.processes))

    def lose(self) -> None:
        self.machine.cut()
        kill_all(*self.processes)

    def restore(self) -> None:
        self.machine.repair()
        start_all(self.processes)


class Database(On, Postgres):
    """PostgreSQL on a machine, as a primary or as the standby of another."""

    def __init__(self, folder: Path, machine: Machine) -> None:
        super().__init__(folder)
        self.on(machine)
        self.port = 5432

    def ask(self, *statements: str) -> Any:
        """Run statements, and return the first row of the last one."""
        with (
            self.machine.entered(),
            psycopg.connect(self._url("postgres"), autocommit=True, connect_timeout=3) as connection,
        ):
            for statement in statements:
                cursor = connection.execute(statement)
            return cursor.fetchone() if cursor.description else None

    def _create(self) -> None:
        super()._create()
        with (self.data / "pg_hba.conf").open("a") as rights:
            rights.write("host all,replication all 10.0.0.0/24 scram-sha-256\n")
        with (self.data / "postgresql.conf").open("a") as settings:
            settings.write("wal_log_hints = on\nwal_keep_size = 256MB\n")  # for pg_rewind
            settings.write("wal_sender_timeout = 5s\nwal_receiver_timeout = 5s\n")

    def follow(self, primary: "Database") -> None:
        """Become the standby of a primary, by pg_rewind or, without data, as a copy."""
        self.stop()
        source = primary._url("postgres")
        with self.machine.entered():
            if self.data.exists():
                self._run("pg_rewind", "--target-pgdata", str(self.data), "--source-server", source, "-R")
            else:
                self._run("pg_basebackup", "--dbname", source, "--pgdata", str(self.data), "-R", "--checkpoint=fast")
        self.start()

    def wait_for_standby(self) -> None:
        """Wait until the standby has caught up, and let commits wait for it from now on."""
        follows = (
            "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND flush_lsn >= pg_current_wal_flush_lsn()"
        )
        wait_until(lambda: self.ask(follows) is not None, "The standby's catching up")
        self.ask(SYNCHRONOUS, RELOAD)
        wait_until(lambda: self.ask(f"{follows} AND sync_state = 'sync'") is not None, "Synchronous replication")

    def promote(self) -> None:
        # Without the checkpoint, pg_rewind on the former primary might miss the promotion.
        self.ask(ALONE, RELOAD, "SELECT pg_promote()", "CHECKPOINT")


class Installation:
    """A site on separate machines with its data in `folder`; `variables` are added to the processes' environment."""

    def __init__(self, folder: Path, **variables: str) -> None:
        network = Network()
        self.people, self.front = network.machine(1), network.machine(2)
        databases = [Database(folder / f"database-{number}", network.machine(number)) for number in (21, 22)]
        self.primary, self.standby = databases
        self.redis = RedisOn(folder / "redis").on(network.machine(31))
        self.url = f"http://{self.front.address}:8000"
        self.data = folder / "site"
        user, self.standby.password = self.primary.user, self.primary.password
        self.environment = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED} | {
            "DATA_DIR": str(self.data),
            "DATABASE_URL": f"postgres://{user}:{self.standby.password}@10.0.0.21:5432,10.0.0.22:5432/{user}",
            "REDIS_URL": self.redis.url,
            "ALLOWED_HOSTS": f"{self.front.address},10.0.0.11,10.0.0.12",
            "FORWARDED_ALLOW_IPS": self.front.address,
            "PYTHONWARNINGS": WARNINGS_OF_A_CLUSTER,
            **variables,
        }
        self.hosts = [Host(network.machine(number), folder, self.environment, (8001, 8002)) for number in (11, 12)]
        servers = [f"{process.host}:{process.port}" for process in self.processes]
        self.proxy = ProxyOn(folder / "nginx", host=self.front.address, port=8000, servers=servers, data=self.data).on(
            self.front
        )

    @property
    def processes(self) -> list[ServerProcess]:
        return [process for host in self.hosts for process in host.processes]

    def __enter__(self) -> Self:
        try:
            self.primary.start()
            self.redis.start()
            self.manage("migrate", "--verbosity", "0")
            self.manage("collectstatic", "--noinput", "--verbosity", "0")
            self.follow()
            start_all(self.processes)
            self.proxy.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    @property
    def busiest(self) -> Host:
        """The machine whose processes have the most connections; nginx may have sent all games to one."""
        return max(self.hosts, key=lambda host: host.connections)

    def promote(self) -> None:
        """Promote the standby, without contacting the old primary."""
        self.standby.promote()
        self.primary, self.standby = self.standby, self.primary

    def follow(self) -> None:
        """Let the standby follow the primary, whose commits then wait for it."""
        self.standby.follow(self.primary)
        self.primary.wait_for_standby()

    def manage(self, *arguments: str) -> str:
        """Run a command of manage.py on another machine of the network, and return its output."""
        with self.people.entered():
            return run(sys.executable, "manage.py", *arguments, env=self.environment, check=True).stdout

    def stop(self) -> None:
        for program in (self.proxy, *self.processes, self.redis, self.standby, self.primary):
            program.stop()
