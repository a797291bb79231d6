"""Serves test.Bytes with grpcio (C-core) until standard input ends; prints "listening PORT" first.

The metadata x-reply names the compression of the replies: none, gzip or deflate. DuplexStreaming sends each request back twice, the second time
without compression.

usage: compression_server.py
"""
import sys
from concurrent import futures

import grpc

ALGORITHMS = {"none": grpc.Compression.NoCompression, "gzip": grpc.Compression.Gzip, "deflate": grpc.Compression.Deflate}


def choose(context):
    context.set_compression(ALGORITHMS[dict(context.invocation_metadata())["x-reply"]])


def unary(request, context):
    choose(context)
    return request


def duplex(requests, context):
    choose(context)
    for request in requests:
        yield request
        context.disable_next_message_compression()
        yield request


def main():
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=4))
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("test.Bytes", {
        "Unary": grpc.unary_unary_rpc_method_handler(unary),
        "DuplexStreaming": grpc.stream_stream_rpc_method_handler(duplex),
    }),))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    print(f"listening {port}", flush=True)
    sys.stdin.read()
    server.stop(None).wait()


main()
