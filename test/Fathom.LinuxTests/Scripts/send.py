"""Sends COUNT stamped datagrams of SIZE bytes to ADDRESS PORT, one each GAP microseconds, then the end, several times (one may be lost)."""
import socket
import struct
import sys
import time

address, port, count, size, gap = sys.argv[1], *map(int, sys.argv[2:6])
sender = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_DGRAM)
padding = bytes(size - 16)
start = time.monotonic_ns()
for number in range(count):
    wait = start + number * gap * 1000 - time.monotonic_ns()
    if wait > 0:
        time.sleep(wait / 1e9)
    sender.sendto(struct.pack("!qq", number, time.monotonic_ns()) + padding, (address, port))
for _ in range(20):
    time.sleep(0.1)
    sender.sendto(struct.pack("!qq", -1, 0), (address, port))
