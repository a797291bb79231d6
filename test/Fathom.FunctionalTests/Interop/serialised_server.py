"""A service of plant.proto on gRPC's C core, whose calls all take one lock for 20 ms. Prints its port and ends with its standard input."""
import sys
import threading
import time
from concurrent import futures

import grpc

lock = threading.Lock()


def call(request, context):
    with lock:
        time.sleep(0.02)
    return b""


server = grpc.server(futures.ThreadPoolExecutor(64))
server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(
    "fathom.plants.Plant", {"Call": grpc.unary_unary_rpc_method_handler(call)}),))
port = server.add_insecure_port("127.0.0.1:0")
server.start()
print(port, flush=True)
sys.stdin.read()
