"""Serves grpc.testing.TestService with grpcio (C-core) until standard input ends; prints "listening PORT" first.

usage: interop_server.py GENERATED_CODE
"""
import sys
import time
from concurrent import futures

sys.path.insert(0, sys.argv[1])
import grpc
import interop_pb2 as pb
import interop_pb2_grpc

CODES = {code.value[0]: code for code in grpc.StatusCode}
INITIAL = "x-grpc-test-echo-initial"
TRAILING = "x-grpc-test-echo-trailing-bin"


def echo_metadata(context):
    sent = dict(context.invocation_metadata())
    if INITIAL in sent:
        context.send_initial_metadata(((INITIAL, sent[INITIAL]),))
    if TRAILING in sent:
        context.set_trailing_metadata(((TRAILING, sent[TRAILING]),))


def echo_status(request, context):
    if request.HasField("response_status"):
        context.abort(CODES[request.response_status.code], request.response_status.message)


def replies(request, context):
    for parameters in request.response_parameters:
        time.sleep(parameters.interval_us / 1e6)
        if not parameters.compressed.value:
            context.disable_next_message_compression()
        yield pb.StreamingOutputCallResponse(payload=pb.Payload(body=bytes(parameters.size)))


class Service(interop_pb2_grpc.TestServiceServicer):
    def EmptyCall(self, request, context):
        return pb.Empty()

    def UnaryCall(self, request, context):
        if request.response_compressed.value:
            context.set_compression(grpc.Compression.Gzip)
        echo_metadata(context)
        echo_status(request, context)
        return pb.SimpleResponse(payload=pb.Payload(body=bytes(request.response_size)))

    def StreamingInputCall(self, requests, context):
        return pb.StreamingInputCallResponse(aggregated_payload_size=sum(len(r.payload.body) for r in requests))

    def StreamingOutputCall(self, request, context):
        if any(p.compressed.value for p in request.response_parameters):
            context.set_compression(grpc.Compression.Gzip)
        yield from replies(request, context)

    def FullDuplexCall(self, requests, context):
        echo_metadata(context)
        for request in requests:
            echo_status(request, context)
            yield from replies(request, context)


server = grpc.server(futures.ThreadPoolExecutor(max_workers=16))
service = Service()
methods = {
    "EmptyCall": grpc.unary_unary_rpc_method_handler(service.EmptyCall, pb.Empty.FromString, pb.Empty.SerializeToString),
    "UnaryCall": grpc.unary_unary_rpc_method_handler(
        service.UnaryCall, pb.SimpleRequest.FromString, pb.SimpleResponse.SerializeToString),
    "StreamingInputCall": grpc.stream_unary_rpc_method_handler(
        service.StreamingInputCall, pb.StreamingInputCallRequest.FromString, pb.StreamingInputCallResponse.SerializeToString),
    "StreamingOutputCall": grpc.unary_stream_rpc_method_handler(
        service.StreamingOutputCall, pb.StreamingOutputCallRequest.FromString, pb.StreamingOutputCallResponse.SerializeToString),
    "FullDuplexCall": grpc.stream_stream_rpc_method_handler(
        service.FullDuplexCall, pb.StreamingOutputCallRequest.FromString, pb.StreamingOutputCallResponse.SerializeToString),
}
# Without UnimplementedCall, which the generated registration adds.
server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("grpc.testing.TestService", methods),))
port = server.add_insecure_port("127.0.0.1:0")
server.start()
print(f"listening {port}", flush=True)
sys.stdin.read()
server.stop(None).wait()
