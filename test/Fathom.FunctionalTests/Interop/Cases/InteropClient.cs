using Fathom.FunctionalTests.Transport;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Interop.Cases.InteropMessages;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Interop.Cases;

/// <summary>gRPC's interoperability cases, by our client. Those of compression check what the channel counted on the wire: handlers of most
/// servers cannot see whether a message was compressed.</summary>
internal static class InteropClient
{
    public static readonly Dictionary<string, Func<Channel, Task>> Cases = new()
    {
        ["empty_unary"] = async channel =>
            (await channel.UnaryAsync(InteropService.EmptyCall, new Empty(), Within(60))).ShouldBe(new Empty()),
        ["large_unary"] = channel => LargeAsync(channel, Within(60)),
        ["client_compressed_unary"] = async channel =>
        {
            await LargeAsync(channel, Within(60).WithCompression(InteropService.Gzip));
            await LargeAsync(channel, Within(60));
            channel.Wire.Sent.Compressed.ShouldBe(1);
        },
        ["server_compressed_unary"] = async channel =>
        {
            await LargeAsync(channel, Within(60), compressedReply: true);
            await LargeAsync(channel, Within(60));
            channel.Wire.Received.Compressed.ShouldBe(1);
        },
        ["client_streaming"] = async channel => (await channel.ClientStreamingAsync(InteropService.StreamingInputCall,
            Stream([.. Inputs(Requests)]), Within(60))).AggregatedPayloadSize.ShouldBe(74_922),
        ["client_compressed_streaming"] = async channel =>
        {
            using var call = channel.Start(InteropService.StreamingInputCall, Within(60).WithCompression(InteropService.Gzip));
            var inputs = Inputs(27_182, 45_904).ToList();
            await call.WriteAsync(inputs[0]);
            await call.WriteAsync(inputs[1], WriteFlags.NoCompress);
            await call.CompleteAsync();
            (await call.ReadAllAsync().ListAsync()).ShouldHaveSingleItem().AggregatedPayloadSize.ShouldBe(73_086);
            channel.Wire.Sent.Compressed.ShouldBe(1);
        },
        ["server_streaming"] = channel => ServerStreamingAsync(channel, Wanted(Replies), Replies),
        ["server_compressed_streaming"] = async channel =>
        {
            await ServerStreamingAsync(channel, Wanted([31_415, 92_653], compressed: true), [31_415, 92_653]);
            channel.Wire.Received.Compressed.ShouldBe(2);
        },
        ["ping_pong"] = async channel =>
        {
            using var call = channel.Start(InteropService.FullDuplexCall, Within(60));
            foreach (var (request, reply) in Requests.Zip(Replies))
            {
                await call.WriteAsync(Wanted([reply], request));
                (await call.MoveNextAsync()).ShouldBeTrue();
                call.Current.Payload.Body.Length.ShouldBe(reply);
            }

            await call.CompleteAsync();
            (await call.MoveNextAsync()).ShouldBeFalse();
        },
        ["empty_stream"] = async channel =>
            (await channel.DuplexStreamingAsync(InteropService.FullDuplexCall, Stream<StreamingOutputCallRequest>(), Within(60))
                .ListAsync()).ShouldBeEmpty(),
        ["custom_metadata"] = async channel =>
        {
            await MetadataAsync(channel, InteropService.UnaryCall, Large());
            await MetadataAsync(channel, InteropService.FullDuplexCall, Wanted([LargeResponse], LargeRequest));
        },
        ["status_code_and_message"] = async channel =>
        {
            var status = new EchoStatus { Code = (int)StatusCode.Unknown, Message = StatusMessage };
            await StatusAsync(channel, StatusMessage);
            (await FailureAsync(() => channel.DuplexStreamingAsync(InteropService.FullDuplexCall,
                Stream(new StreamingOutputCallRequest { ResponseStatus = status }), Within(60)).ListAsync())).Status
                .ShouldBe(new Status(StatusCode.Unknown, StatusMessage));
        },
        ["special_status_message"] = channel => StatusAsync(channel, SpecialMessage),
        ["unimplemented_method"] = channel => UnimplementedAsync(channel, InteropService.UnimplementedCall),
        ["unimplemented_service"] = channel => UnimplementedAsync(channel, InteropService.UnimplementedService),
        ["cancel_after_begin"] = async channel =>
        {
            using var cancellation = new CancellationTokenSource();
            using var call = channel.Start(InteropService.StreamingInputCall, Within(60).WithCancellationToken(cancellation.Token));
            await cancellation.CancelAsync();
            (await FailureAsync(() => call.MoveNextAsync().AsTask())).StatusCode.ShouldBe(StatusCode.Cancelled);
        },
        ["cancel_after_first_response"] = async channel =>
        {
            using var cancellation = new CancellationTokenSource();
            using var call = channel.Start(InteropService.FullDuplexCall, Within(60).WithCancellationToken(cancellation.Token));
            await call.WriteAsync(Wanted([31_415], 27_182));
            (await call.MoveNextAsync()).ShouldBeTrue();
            await cancellation.CancelAsync();
            (await FailureAsync(() => call.MoveNextAsync().AsTask())).StatusCode.ShouldBe(StatusCode.Cancelled);
        },
        ["timeout_on_sleeping_server"] = async channel => (await FailureAsync(() => channel.DuplexStreamingAsync(
            InteropService.FullDuplexCall, Stream(Wanted([31_415], 27_182, intervalMicroseconds: 60_000_000)), Within(0.001))
            .ListAsync())).StatusCode.ShouldBe(StatusCode.DeadlineExceeded),
    };

    private static async Task LargeAsync(Channel channel, CallOptions options, bool compressedReply = false) =>
        (await channel.UnaryAsync(InteropService.UnaryCall, Large(compressedReply), options)).Payload.Body.Length.ShouldBe(LargeResponse);

    private static async Task ServerStreamingAsync(Channel channel, StreamingOutputCallRequest request, int[] sizes) =>
        (await channel.ServerStreamingAsync(InteropService.StreamingOutputCall, request, Within(60)).ListAsync())
            .Select(reply => reply.Payload.Body.Length).ShouldBe(sizes);

    private static async Task MetadataAsync<TRequest, TResponse>(Channel channel, Method<TRequest, TResponse> method, TRequest request)
        where TRequest : class
        where TResponse : class
    {
        var sent = Metadata((InitialKey, InitialValue));
        sent.Add(TrailingKey, TrailingValue);
        using var call = channel.Start(method, Within(60).WithHeaders(sent));
        await call.WriteAsync(request);
        await call.CompleteAsync();
        (await call.ReadAllAsync().ListAsync()).ShouldHaveSingleItem();
        (await call.ResponseHeadersAsync()).GetValue(InitialKey).ShouldBe(InitialValue);
        call.Trailers.GetBytes(TrailingKey)!.Value.ToArray().ShouldBe(TrailingValue);
    }

    private static async Task StatusAsync(Channel channel, string message) =>
        (await FailureAsync(() => channel.UnaryAsync(InteropService.UnaryCall, new SimpleRequest
        {
            ResponseStatus = new EchoStatus { Code = (int)StatusCode.Unknown, Message = message },
        }, Within(60)))).Status.ShouldBe(new Status(StatusCode.Unknown, message));

    private static async Task UnimplementedAsync(Channel channel, Method<Empty, Empty> method) =>
        (await FailureAsync(() => channel.UnaryAsync(method, new Empty(), Within(60)))).StatusCode.ShouldBe(StatusCode.Unimplemented);
}
