"""The request line and headers of a form."""

MB = 1024 * 1024


HEAD = "POST /g/{code}/play/ HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
