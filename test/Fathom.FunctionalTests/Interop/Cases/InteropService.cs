using Fathom.Transport.Calls;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Transport.Protobuf;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using Google.Protobuf;

namespace Fathom.FunctionalTests.Interop.Cases;

/// <summary>The service of the interoperability cases, on our host, and its methods for our client.</summary>
internal static class InteropService
{
    private const string Name = "grpc.testing.TestService";

    public static readonly MessageCompression Gzip = MessageCompression.Always(CodecRegistry.Find("gzip")!);

    public static readonly Method<Empty, Empty> EmptyCall = Of<Empty, Empty>(MethodKind.Unary, nameof(EmptyCall));

    public static readonly Method<SimpleRequest, SimpleResponse> UnaryCall =
        Of<SimpleRequest, SimpleResponse>(MethodKind.Unary, nameof(UnaryCall));

    public static readonly Method<StreamingInputCallRequest, StreamingInputCallResponse> StreamingInputCall =
        Of<StreamingInputCallRequest, StreamingInputCallResponse>(MethodKind.ClientStreaming, nameof(StreamingInputCall));

    public static readonly Method<StreamingOutputCallRequest, StreamingOutputCallResponse> StreamingOutputCall =
        Of<StreamingOutputCallRequest, StreamingOutputCallResponse>(MethodKind.ServerStreaming, nameof(StreamingOutputCall));

    public static readonly Method<StreamingOutputCallRequest, StreamingOutputCallResponse> FullDuplexCall =
        Of<StreamingOutputCallRequest, StreamingOutputCallResponse>(MethodKind.DuplexStreaming, nameof(FullDuplexCall));

    public static readonly Method<Empty, Empty> UnimplementedCall = Of<Empty, Empty>(MethodKind.Unary, nameof(UnimplementedCall));

    public static readonly Method<Empty, Empty> UnimplementedService =
        Of<Empty, Empty>(MethodKind.Unary, nameof(UnimplementedCall), "grpc.testing.UnimplementedService");

    public static ServiceDefinition Define() => new ServiceBuilder(Name)
        .Unary(EmptyCall, (_, _) => new(new Empty()))
        .Unary(UnaryCall, async (request, context) =>
        {
            context.ResponseCompression = request.ResponseCompressed?.Value is true ? Gzip : null;
            await EchoMetadataAsync(context);
            ThrowIfAsked(request.ResponseStatus);
            return new SimpleResponse { Payload = InteropMessages.Zeros(request.ResponseSize) };
        })
        .ClientStreaming(StreamingInputCall, async (requests, _) =>
        {
            var total = 0;
            await foreach (var request in requests)
            {
                total += request.Payload.Body.Length;
            }

            return new StreamingInputCallResponse { AggregatedPayloadSize = total };
        })
        .ServerStreaming(StreamingOutputCall, async (request, replies, context) => await ReplyAsync(request, replies, context))
        .DuplexStreaming(FullDuplexCall, async (requests, replies, context) =>
        {
            await EchoMetadataAsync(context);
            await foreach (var request in requests)
            {
                ThrowIfAsked(request.ResponseStatus);
                await ReplyAsync(request, replies, context);
            }
        }).Build();

    private static async Task ReplyAsync(
        StreamingOutputCallRequest request, ResponseWriter<StreamingOutputCallResponse> replies, ServerCallContext context)
    {
        if (request.ResponseParameters.Any(wanted => wanted.Compressed?.Value is true))
        {
            context.ResponseCompression = Gzip;
        }

        foreach (var wanted in request.ResponseParameters)
        {
            await Task.Delay(TimeSpan.FromMicroseconds(wanted.IntervalUs), context.CancellationToken);
            await replies.WriteAsync(new StreamingOutputCallResponse { Payload = InteropMessages.Zeros(wanted.Size) });
        }
    }

    private static async Task EchoMetadataAsync(ServerCallContext context)
    {
        if (context.RequestHeaders.GetBytes(InteropMessages.TrailingKey) is { } bytes)
        {
            context.ResponseTrailers.Add(InteropMessages.TrailingKey, bytes.ToArray());
        }

        if (context.RequestHeaders.GetValue(InteropMessages.InitialKey) is { } text)
        {
            await context.WriteResponseHeadersAsync(new Metadata { { InteropMessages.InitialKey, text } });
        }
    }

    private static void ThrowIfAsked(EchoStatus? status)
    {
        if (status is not null)
        {
            throw new RpcException(new Status((StatusCode)status.Code, status.Message));
        }
    }

    private static Method<TRequest, TResponse> Of<TRequest, TResponse>(MethodKind kind, string name, string service = Name)
        where TRequest : class, IBufferMessage, IMessage<TRequest>, new()
        where TResponse : class, IBufferMessage, IMessage<TResponse>, new() =>
        new(kind, service, name, new ProtobufMarshaller<TRequest>(), new ProtobufMarshaller<TResponse>());
}
