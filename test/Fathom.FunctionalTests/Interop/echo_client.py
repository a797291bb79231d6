"""Checks a host of fathom.echo.Echo with grpcio (C-core): prints one line per check, "PASS name" or "FAIL name: why".

usage: echo_client.py GENERATED_CODE host:port [ROOT_CERTIFICATE_PEM]
"""
import sys
import threading
import time

sys.path.insert(0, sys.argv[1])
import grpc
import echo_pb2
import echo_pb2_grpc

UNLIMITED = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]
LONG = 60_000
PATIENCE = 60
SLOW_MESSAGE = 16 << 10
SLOW_MESSAGES = 4000
HELD_AT_MOST = 32 << 20

CHECKS = []


def check(function):
    CHECKS.append(function)
    return function


def connect(options=()):
    if len(sys.argv) > 3:
        with open(sys.argv[3], "rb") as pem:
            return grpc.secure_channel(sys.argv[2], grpc.ssl_channel_credentials(pem.read()), options)
    return grpc.insecure_channel(sys.argv[2], options)


def expect(expected, found):
    if found != expected:
        raise AssertionError(f"expected {expected!r:.300}, found {found!r:.300}")


def failure(call):
    try:
        result = call()
        if hasattr(result, "__next__"):
            list(result)
    except grpc.RpcError as error:
        return error
    raise AssertionError("the call did not fail")


def pattern(size):
    return bytes(range(256)) * (size // 256)


def late(start, end):
    """The failure of a call with a deadline, where its handler had begun; where it had not, of one with a deadline twice as late."""
    seconds = 0.25
    while True:
        began = time.monotonic()
        call = start(timeout=seconds, metadata=(("x-id", "7"),))
        has_begun = "x-id" in dict(call.initial_metadata() or ())
        error = failure(lambda: end(call))
        if time.monotonic() - began < seconds - 0.05:
            raise AssertionError(f"{error.code()} came after {time.monotonic() - began:.2f} of {seconds} s")
        if has_begun:
            return error
        seconds *= 2


def settle(value):
    """Waits until a value is not 0 and has been the same for 250 ms, and returns it; a minute at most."""
    last, since = value(), time.monotonic()
    until = since + 60
    while (last == 0 or time.monotonic() - since < 0.25) and time.monotonic() < until:
        time.sleep(0.02)
        now = value()
        if now != last:
            last, since = now, time.monotonic()
    return last


@check
def unary(stub):
    expect(b"hello", stub.Unary(echo_pb2.EchoRequest(payload=b"hello"), timeout=PATIENCE).payload)


@check
def empty_message(stub):
    expect(b"", stub.Unary(echo_pb2.EchoRequest(), timeout=PATIENCE).payload)


@check
def client_stream(stub):
    reply = stub.ClientStream((echo_pb2.EchoRequest(payload=b"x" * i) for i in range(10)), timeout=PATIENCE)
    expect((10, 45), (reply.count, reply.total_bytes))


@check
def empty_client_stream(stub):
    expect(0, stub.ClientStream(iter(()), timeout=PATIENCE).count)


@check
def server_stream(stub):
    replies = list(stub.ServerStream(echo_pb2.EchoRequest(payload=b"y", repeat=1000), timeout=PATIENCE))
    expect(list(range(1000)), [reply.count for reply in replies])


@check
def duplex_stream(stub):
    ready = threading.Semaphore(1)

    def requests():
        for i in range(5):
            ready.acquire()
            yield echo_pb2.EchoRequest(payload=b"%d" % i)

    seen = []
    for reply in stub.DuplexStream(requests(), timeout=PATIENCE):
        seen.append(reply.payload)
        ready.release()
    expect([b"0", b"1", b"2", b"3", b"4"], seen)


@check
def many_at_once(stub):
    calls = [stub.Unary.future(echo_pb2.EchoRequest(payload=b"%d" % i, delay_ms=20), timeout=PATIENCE) for i in range(300)]
    expect([b"%d" % i for i in range(300)], [call.result().payload for call in calls])


@check
def metadata(stub):
    sent = (("x-text", "one"), ("x-text", "two"), ("x-raw-bin", b"\x00\xff\x80"))
    reply, call = stub.Unary.with_call(echo_pb2.EchoRequest(echo_metadata=True), metadata=sent, timeout=PATIENCE)
    for received in (call.initial_metadata(), call.trailing_metadata()):
        expect(sorted(sent), sorted((key, value) for key, value in received if key.startswith("x-")))


@check
def status_and_detail(stub):
    for code in grpc.StatusCode:
        if code is not grpc.StatusCode.OK:
            error = failure(lambda: stub.Unary(echo_pb2.EchoRequest(status_code=code.value[0], status_detail="50 % \u00fcber\n"), timeout=PATIENCE))
            expect((code, "50 % \u00fcber\n"), (error.code(), error.details()))


@check
def status_after_messages(stub):
    call = stub.ServerStream(echo_pb2.EchoRequest(repeat=3, status_code=10, status_detail="enough"), timeout=PATIENCE)
    expect([0, 1, 2], [next(call).count for _ in range(3)])
    expect(grpc.StatusCode.ABORTED, failure(lambda: next(call)).code())


@check
def trailers_with_failure(stub):
    error = failure(lambda: stub.Unary(echo_pb2.EchoRequest(echo_metadata=True, status_code=5), metadata=(("x-id", "7"),), timeout=PATIENCE))
    expect(grpc.StatusCode.NOT_FOUND, error.code())
    expect("7", dict(error.trailing_metadata())["x-id"])


@check
def trailers_only(stub):
    _, call = stub.Unary.with_call(echo_pb2.EchoRequest(echo_metadata=True), metadata=(("x-id", "7"),), timeout=PATIENCE)
    expect("7", dict(call.initial_metadata())["x-id"])
    error = failure(lambda: stub.Unary(echo_pb2.EchoRequest(status_code=9), timeout=PATIENCE))
    expect((grpc.StatusCode.FAILED_PRECONDITION, ()), (error.code(), tuple(error.initial_metadata())))


@check
def handler_exception(stub):
    error = failure(lambda: stub.Unary(echo_pb2.EchoRequest(crash=True), timeout=PATIENCE))
    expect((grpc.StatusCode.UNKNOWN, "Exception was thrown by handler."), (error.code(), error.details()))


@check
def unknown_method(stub):
    for make in ("unary_unary", "unary_stream", "stream_unary", "stream_stream"):
        method = getattr(stub.channel, make)("/fathom.echo.Echo/Nothing")
        argument = b"" if make.startswith("unary") else iter((b"",))
        error = failure(lambda: method(argument, timeout=PATIENCE))
        expect((grpc.StatusCode.UNIMPLEMENTED, "Service 'fathom.echo.Echo' has no method 'Nothing'."), (error.code(), error.details()))


@check
def deadline(stub):
    request = echo_pb2.EchoRequest(delay_ms=LONG, echo_metadata=True)
    expect(grpc.StatusCode.DEADLINE_EXCEEDED, late(lambda **options: stub.Unary.future(request, **options), lambda call: call.result()).code())


@check
def deadline_in_stream(stub):
    request = echo_pb2.EchoRequest(repeat=100_000, delay_ms=50, echo_metadata=True)
    expect(grpc.StatusCode.DEADLINE_EXCEEDED, late(lambda **options: stub.ServerStream(request, **options), list).code())


@check
def cancellation(stub):
    call = stub.ServerStream(echo_pb2.EchoRequest(repeat=1, delay_ms=LONG, echo_metadata=True), timeout=PATIENCE)
    call.initial_metadata()
    call.cancel()
    expect(grpc.StatusCode.CANCELLED, failure(lambda: call).code())


@check
def ten_mebibytes(stub):
    payload = pattern(10 << 20)
    expect(True, stub.Unary(echo_pb2.EchoRequest(payload=payload), timeout=PATIENCE).payload == payload)


@check
def ten_mebibytes_duplex(stub):
    payload = pattern(10 << 20)
    replies = stub.DuplexStream(iter([echo_pb2.EchoRequest(payload=payload)] * 3), timeout=PATIENCE)
    expect([True] * 3, [reply.payload == payload for reply in replies])


@check
def request_over_the_servers_limit(stub):
    error = failure(lambda: stub.Unary(echo_pb2.EchoRequest(payload=b"x" * (12 << 20)), timeout=PATIENCE))
    expect((grpc.StatusCode.RESOURCE_EXHAUSTED, f"Received message larger than max ({(12 << 20) + 5} vs. {11 << 20})"), (error.code(), error.details()))


@check
def reply_over_the_clients_limit(stub):
    with connect() as channel:
        limited = echo_pb2_grpc.EchoStub(channel)
        error = failure(lambda: limited.Unary(echo_pb2.EchoRequest(reply_size=4_860_002), timeout=PATIENCE))
        expect((grpc.StatusCode.RESOURCE_EXHAUSTED, "Received message larger than max (4860007 vs. 4194304)"), (error.code(), error.details()))


@check
def compressed_request(stub):
    for algorithm in (grpc.Compression.Gzip, grpc.Compression.Deflate):
        expect(b"z" * 10000, stub.Unary(echo_pb2.EchoRequest(payload=b"z" * 10000), compression=algorithm, timeout=PATIENCE).payload)


@check
def server_waits_for_a_slow_client(stub):
    ask = stub.channel.unary_unary("/test.Bytes/Unary")
    replies = stub.channel.unary_stream("/test.Bytes/ServerStreaming")(b"%d" % SLOW_MESSAGES, timeout=PATIENCE)
    replies.initial_metadata()
    held = settle(lambda: int(ask(b"written", timeout=PATIENCE)))
    if not 0 < held < HELD_AT_MOST:
        raise AssertionError(f"{held} bytes were written though nothing was read")
    expect(SLOW_MESSAGES * SLOW_MESSAGE, sum(len(reply) for reply in replies))


@check
def client_waits_for_a_slow_server(stub):
    sent = 0

    def requests():
        nonlocal sent
        for _ in range(SLOW_MESSAGES):
            yield bytes(SLOW_MESSAGE)
            sent += SLOW_MESSAGE

    call = stub.channel.stream_unary("/test.Bytes/ClientStreaming").future(requests(), timeout=PATIENCE)
    held = settle(lambda: sent)
    if not 0 < held < HELD_AT_MOST:
        raise AssertionError(f"{held} bytes were sent though nothing was read")
    # On another connection: the window of this one is used up where a host gives credit late.
    with connect([("grpc.use_local_subchannel_pool", 1)]) as other:
        other.unary_unary("/test.Bytes/Unary")(b"release", timeout=PATIENCE)
    expect(SLOW_MESSAGES * SLOW_MESSAGE, int(call.result()))


def main():
    with connect(UNLIMITED) as channel:
        stub = echo_pb2_grpc.EchoStub(channel)
        stub.channel = channel
        for run in CHECKS:
            try:
                run(stub)
                print(f"PASS {run.__name__}", flush=True)
            except Exception as error:
                print(f"FAIL {run.__name__}: {type(error).__name__}: {str(error)!r}", flush=True)


main()
