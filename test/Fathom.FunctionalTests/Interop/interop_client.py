"""Runs gRPC's interoperability cases with grpcio (C-core) against a host: prints "PASS case" or "FAIL case: why" of each.

usage: interop_client.py GENERATED_CODE host:port
"""
import sys

sys.path.insert(0, sys.argv[1])
import grpc
import interop_pb2 as pb
import interop_pb2_grpc

PATIENCE = 60
REQUESTS = [27182, 8, 1828, 45904]
REPLIES = [31415, 9, 2653, 58979]
INITIAL = ("x-grpc-test-echo-initial", "test_initial_metadata_value")
TRAILING = ("x-grpc-test-echo-trailing-bin", b"\xab\xab\xab")
SPECIAL = "\t\ntest with whitespace\r\nand Unicode BMP ☺ and non-BMP \U0001f608\t\n"

channel = grpc.insecure_channel(sys.argv[2])
stub = interop_pb2_grpc.TestServiceStub(channel)


def expect(expected, found):
    if found != expected:
        raise AssertionError(f"expected {expected!r:.200}, found {found!r:.200}")


def unary(response=314159, request=271828, compressed=False):
    return pb.SimpleRequest(response_size=response, payload=pb.Payload(body=bytes(request)),
                            response_compressed=pb.BoolValue(value=compressed))


def output(sizes, request=0, compressed=False, interval=0):
    return pb.StreamingOutputCallRequest(payload=pb.Payload(body=bytes(request)), response_parameters=[
        pb.ResponseParameters(size=size, interval_us=interval, compressed=pb.BoolValue(value=compressed)) for size in sizes])


def failure(call):
    try:
        call()
    except grpc.RpcError as error:
        return error
    raise AssertionError("the call did not fail")


def empty_unary():
    expect(pb.Empty(), stub.EmptyCall(pb.Empty(), timeout=PATIENCE))


def large_unary():
    expect(314159, len(stub.UnaryCall(unary(), timeout=PATIENCE).payload.body))


def client_compressed_unary():
    expect(314159, len(stub.UnaryCall(unary(), timeout=PATIENCE, compression=grpc.Compression.Gzip).payload.body))
    large_unary()


def server_compressed_unary():
    expect(314159, len(stub.UnaryCall(unary(compressed=True), timeout=PATIENCE).payload.body))
    large_unary()


def client_streaming():
    requests = (pb.StreamingInputCallRequest(payload=pb.Payload(body=bytes(size))) for size in REQUESTS)
    expect(74922, stub.StreamingInputCall(requests, timeout=PATIENCE).aggregated_payload_size)


def client_compressed_streaming():
    requests = (pb.StreamingInputCallRequest(payload=pb.Payload(body=bytes(size))) for size in [27182, 45904])
    expect(73086, stub.StreamingInputCall(requests, timeout=PATIENCE, compression=grpc.Compression.Gzip).aggregated_payload_size)


def server_streaming():
    expect(REPLIES, [len(r.payload.body) for r in stub.StreamingOutputCall(output(REPLIES), timeout=PATIENCE)])


def server_compressed_streaming():
    expect([31415, 92653], [len(r.payload.body) for r in stub.StreamingOutputCall(output([31415, 92653], compressed=True),
                                                                                  timeout=PATIENCE)])


class Requests:
    """Requests that are sent one at a time; iterating blocks until there is one."""

    def __init__(self):
        import queue
        self._queue = queue.Queue()

    def __iter__(self):
        return iter(self._queue.get, None)

    def send(self, request):
        self._queue.put(request)


def ping_pong():
    requests = Requests()
    call = stub.FullDuplexCall(iter(requests), timeout=PATIENCE)
    for request, reply in zip(REQUESTS, REPLIES):
        requests.send(output([reply], request))
        expect(reply, len(next(call).payload.body))
    requests.send(None)
    expect([], list(call))


def empty_stream():
    expect([], list(stub.FullDuplexCall(iter(()), timeout=PATIENCE)))


def custom_metadata():
    duplex = stub.FullDuplexCall(iter([output([314159], 271828)]), timeout=PATIENCE, metadata=(INITIAL, TRAILING))
    expect([314159], [len(r.payload.body) for r in duplex])
    for call in (duplex, stub.UnaryCall.with_call(unary(), timeout=PATIENCE, metadata=(INITIAL, TRAILING))[1]):
        expect(INITIAL[1], dict(call.initial_metadata())[INITIAL[0]])
        expect(TRAILING[1], dict(call.trailing_metadata())[TRAILING[0]])


def status_code_and_message():
    status = pb.EchoStatus(code=2, message="test status message")
    for call in (lambda: stub.UnaryCall(pb.SimpleRequest(response_status=status), timeout=PATIENCE),
                 lambda: list(stub.FullDuplexCall(iter([pb.StreamingOutputCallRequest(response_status=status)]), timeout=PATIENCE))):
        error = failure(call)
        expect((grpc.StatusCode.UNKNOWN, "test status message"), (error.code(), error.details()))


def special_status_message():
    request = pb.SimpleRequest(response_status=pb.EchoStatus(code=2, message=SPECIAL))
    error = failure(lambda: stub.UnaryCall(request, timeout=PATIENCE))
    expect((grpc.StatusCode.UNKNOWN, SPECIAL), (error.code(), error.details()))


def unimplemented_method():
    expect(grpc.StatusCode.UNIMPLEMENTED, failure(lambda: stub.UnimplementedCall(pb.Empty(), timeout=PATIENCE)).code())


def unimplemented_service():
    other = interop_pb2_grpc.UnimplementedServiceStub(channel)
    expect(grpc.StatusCode.UNIMPLEMENTED, failure(lambda: other.UnimplementedCall(pb.Empty(), timeout=PATIENCE)).code())


def cancel_after_begin():
    call = stub.StreamingInputCall.future(iter(Requests()), timeout=PATIENCE)
    call.cancel()
    expect(grpc.StatusCode.CANCELLED, call.code())


def cancel_after_first_response():
    requests = Requests()
    call = stub.FullDuplexCall(iter(requests), timeout=PATIENCE)
    requests.send(output([31415], 27182))
    expect(31415, len(next(call).payload.body))
    call.cancel()
    expect(grpc.StatusCode.CANCELLED, failure(lambda: next(call)).code())


def timeout_on_sleeping_server():
    call = stub.FullDuplexCall(iter([output([31415], 27182, interval=60_000_000)]), timeout=0.001)
    expect(grpc.StatusCode.DEADLINE_EXCEEDED, failure(lambda: list(call)).code())


for case in (empty_unary, large_unary, client_compressed_unary, server_compressed_unary, client_streaming, client_compressed_streaming,
             server_streaming, server_compressed_streaming, ping_pong, empty_stream, custom_metadata, status_code_and_message,
             special_status_message, unimplemented_method, unimplemented_service, cancel_after_begin, cancel_after_first_response,
             timeout_on_sleeping_server):
    try:
        case()
        print(f"PASS {case.__name__}", flush=True)
    except Exception as error:
        print(f"FAIL {case.__name__}: {error!r}", flush=True)
