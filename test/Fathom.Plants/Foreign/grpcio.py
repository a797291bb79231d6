"""The service of plant.proto on grpcio, gRPC's C core. Prints its address first and ends with its standard input.

usage: grpcio.py fast|serialised|one-worker|gzip
"""
import os
import sys
import threading
import time
from concurrent import futures

import grpc

LENGTH = 1 << 20

lock = threading.Lock()


def blob(payload):
    """Blob of plant.proto: field 1, bytes."""
    length, prefix = len(payload), bytearray(b"\x0a")
    while length > 0x7F:
        prefix.append(length & 0x7F | 0x80)
        length >>= 7
    return bytes(prefix) + bytes([length]) + payload


def fast(request, context):
    return b""


def serialised(request, context):
    with lock:
        time.sleep(0.02)
    return b""


def slow(request, context):
    time.sleep(0.02)
    return b""


LARGE = blob(os.urandom(LENGTH))


def large(request, context):
    return LARGE


# The method, the threads that serve calls, and the compression of replies.
PLANTS = {
    "fast": (fast, 64, None),
    "serialised": (serialised, 64, None),
    "one-worker": (slow, 1, None),
    "gzip": (large, 64, grpc.Compression.Gzip),
}

method, workers, compression = PLANTS[sys.argv[1]]
server = grpc.server(futures.ThreadPoolExecutor(workers), compression=compression)
server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(
    "fathom.plants.Plant", {"Call": grpc.unary_unary_rpc_method_handler(method)}),))
port = server.add_insecure_port("127.0.0.1:0")
server.start()
print(f"http://127.0.0.1:{port}", flush=True)
sys.stdin.read()
