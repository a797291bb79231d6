"""A gRPC echo over grpcio, without generated code. usage: serve PORT | call TARGET (prints the answer and how many ms the second call took)"""
import sys
import time
from concurrent import futures

import grpc

if sys.argv[1] == "serve":
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=4))
    handler = grpc.unary_unary_rpc_method_handler(lambda request, context: request)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("test.Echo", {"Say": handler}),))
    server.add_insecure_port(f"0.0.0.0:{sys.argv[2]}")
    server.start()
    print("ready", flush=True)
    server.wait_for_termination()
else:
    with grpc.insecure_channel(sys.argv[2]) as channel:
        say = channel.unary_unary("/test.Echo/Say")
        # The first call connects as well.
        say(b"first", timeout=30, wait_for_ready=True)
        began = time.monotonic()
        answer = say(b"second", timeout=30)
        print(answer.decode(), (time.monotonic() - began) * 1000, flush=True)
