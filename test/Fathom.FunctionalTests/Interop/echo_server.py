"""Serves fathom.echo.Echo with grpcio (C-core) until standard input ends.

Prints "listening PORT" (or "failed why") first, then "cancelled" whenever a handler sees its call cancelled while it waits, and after every reply
in a stream "written N", the number of those the library has taken so far. The payload of a request that fails is sent as the details of the
status.

usage: echo_server.py GENERATED_CODE [SOCKET | CERTIFICATE_PEM KEY_PEM]
"""
import itertools
import sys
import threading
from concurrent import futures

sys.path.insert(0, sys.argv[1])
import grpc
import echo_pb2
import echo_pb2_grpc

UNLIMITED = [("grpc.max_receive_message_length", 11 << 20), ("grpc.max_send_message_length", -1)]
CODES = {code.value[0]: code for code in grpc.StatusCode}
WRITTEN = itertools.count(1)


def begin(request, context):
    if request.echo_metadata:
        ours = tuple((key, value) for key, value in context.invocation_metadata() if key.startswith("x-"))
        context.send_initial_metadata(ours)
        context.set_trailing_metadata(ours)


def wait(request, context):
    if request.delay_ms <= 0:
        return
    ended = threading.Event()
    if not context.add_callback(ended.set) or ended.wait(request.delay_ms / 1000):
        print("cancelled", flush=True)
        raise RuntimeError("cancelled")


def end(request, context):
    if request.crash:
        raise ValueError("asked to crash")
    if request.status_code:
        if request.payload:
            context.set_trailing_metadata((("grpc-status-details-bin", request.payload),))
        context.abort(CODES[request.status_code], request.status_detail)


def reply(request, count, total):
    payload = bytes(request.reply_size) if request.reply_size else request.payload
    return echo_pb2.EchoReply(payload=payload, count=count, total_bytes=total)


def count_written():
    print(f"written {next(WRITTEN)}", flush=True)


class Echo(echo_pb2_grpc.EchoServicer):
    def Unary(self, request, context):
        begin(request, context)
        wait(request, context)
        end(request, context)
        return reply(request, 0, len(request.payload))

    def ClientStream(self, requests, context):
        count, total, last = 0, 0, echo_pb2.EchoRequest()
        for last in requests:
            begin(last, context)
            wait(last, context)
            end(last, context)
            count, total = count + 1, total + len(last.payload)
        return reply(last, count, total)

    def ServerStream(self, request, context):
        begin(request, context)
        for i in range(request.repeat):
            wait(request, context)
            yield reply(request, i, len(request.payload))
            count_written()
        end(request, context)

    def DuplexStream(self, requests, context):
        total = 0
        for request in requests:
            begin(request, context)
            total += len(request.payload)
            for i in range(max(1, request.repeat)):
                wait(request, context)
                yield reply(request, i, total)
                count_written()
            end(request, context)


def main():
    server = grpc.server(futures.ThreadPoolExecutor(max_workers=16), options=UNLIMITED)
    echo_pb2_grpc.add_EchoServicer_to_server(Echo(), server)
    if len(sys.argv) > 3:
        with open(sys.argv[2], "rb") as certificate, open(sys.argv[3], "rb") as key:
            credentials = grpc.ssl_server_credentials([(key.read(), certificate.read())])
        port = server.add_secure_port("127.0.0.1:0", credentials)
    else:
        port = server.add_insecure_port("127.0.0.1:0")
        for path in sys.argv[2:]:
            server.add_insecure_port(f"unix:{path}")
    server.start()
    print(f"listening {port}", flush=True)
    sys.stdin.read()
    server.stop(None).wait()


main()
