"""Receives COUNT stamped datagrams (or fewer, until one says "end") on PORT and prints, a line each: number and one-way time in nanoseconds.

Both ends of a link share the machine's clock (CLOCK_MONOTONIC), so the difference of two stamps is the one-way time. The kernel's own stamp of
arrival is not used: what counts is when the program gets it.
"""
import socket
import struct
import sys
import time

family = socket.AF_INET6 if sys.argv[1] == "6" else socket.AF_INET
receiver = socket.socket(family, socket.SOCK_DGRAM)
try:
    # Beyond net.core.rmem_max, for whoever may in this namespace: a receiver that is held up for a moment must not lose what came.
    receiver.setsockopt(socket.SOL_SOCKET, 33, 16 << 20)  # SO_RCVBUFFORCE
except PermissionError:
    receiver.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 << 20)
receiver.bind(("::" if family == socket.AF_INET6 else "0.0.0.0", int(sys.argv[2])))
print("ready", flush=True)
lines = []
while True:
    data = receiver.recv(65536)
    now = time.monotonic_ns()
    number, sent = struct.unpack_from("!qq", data)
    if number < 0:
        break
    lines.append(f"{number} {now - sent}")
print("\n".join(lines), flush=True)
