using Grpc.Core;
using static Fathom.FunctionalTests.Interop.Cases.InteropMessages;

namespace Fathom.FunctionalTests.Interop.Cases;

/// <summary>gRPC's interoperability cases, by Grpc.Net.Client.</summary>
internal static class GrpcNetClient
{
    public static readonly Dictionary<string, Func<CallInvoker, Task>> Cases = new()
    {
        ["empty_unary"] = async invoker => (await Of(invoker).EmptyCallAsync(new Empty(), Within())).ShouldBe(new Empty()),
        ["large_unary"] = invoker => LargeAsync(invoker),
        ["client_compressed_unary"] = async invoker =>
        {
            await LargeAsync(invoker, new Metadata { { "grpc-internal-encoding-request", "gzip" } });
            await LargeAsync(invoker);
        },
        ["server_compressed_unary"] = async invoker =>
        {
            await LargeAsync(invoker, compressedReply: true);
            await LargeAsync(invoker);
        },
        ["client_streaming"] = invoker => ClientStreamingAsync(invoker, Requests, 74_922),
        ["client_compressed_streaming"] = invoker =>
            ClientStreamingAsync(invoker, [27_182, 45_904], 73_086, new Metadata { { "grpc-internal-encoding-request", "gzip" } }),
        ["server_streaming"] = invoker => ServerStreamingAsync(invoker, Wanted(Replies), Replies),
        ["server_compressed_streaming"] = invoker =>
            ServerStreamingAsync(invoker, Wanted([31_415, 92_653], compressed: true), [31_415, 92_653]),
        ["ping_pong"] = async invoker =>
        {
            using var call = Of(invoker).FullDuplexCall(Within());
            foreach (var (request, reply) in Requests.Zip(Replies))
            {
                await call.RequestStream.WriteAsync(Wanted([reply], request));
                (await call.ResponseStream.MoveNext()).ShouldBeTrue();
                call.ResponseStream.Current.Payload.Body.Length.ShouldBe(reply);
            }

            await call.RequestStream.CompleteAsync();
            (await call.ResponseStream.MoveNext()).ShouldBeFalse();
        },
        ["empty_stream"] = async invoker =>
        {
            using var call = Of(invoker).FullDuplexCall(Within());
            await call.RequestStream.CompleteAsync();
            (await call.ResponseStream.MoveNext()).ShouldBeFalse();
        },
        ["custom_metadata"] = async invoker =>
        {
            var sent = new Metadata { { InitialKey, InitialValue }, { TrailingKey, TrailingValue } };
            using var unary = Of(invoker).UnaryCallAsync(Large(), Within(sent));
            await unary;
            ShouldHaveEchoed(await unary.ResponseHeadersAsync, unary.GetTrailers());
            using var duplex = Of(invoker).FullDuplexCall(Within(sent));
            await duplex.RequestStream.WriteAsync(Wanted([LargeResponse], LargeRequest));
            await duplex.RequestStream.CompleteAsync();
            (await duplex.ResponseStream.ReadAllAsync().CountAsync()).ShouldBe(1);
            ShouldHaveEchoed(await duplex.ResponseHeadersAsync, duplex.GetTrailers());
        },
        ["status_code_and_message"] = async invoker =>
        {
            await StatusAsync(invoker, StatusMessage);
            using var call = Of(invoker).FullDuplexCall(Within());
            await call.RequestStream.WriteAsync(new StreamingOutputCallRequest
            {
                ResponseStatus = new EchoStatus { Code = (int)StatusCode.Unknown, Message = StatusMessage },
            });
            await FailsAsync(() => call.ResponseStream.MoveNext(), StatusCode.Unknown, StatusMessage);
        },
        ["special_status_message"] = invoker => StatusAsync(invoker, SpecialMessage),
        ["unimplemented_method"] = invoker =>
            FailsAsync(() => Of(invoker).UnimplementedCallAsync(new Empty(), Within()).ResponseAsync, StatusCode.Unimplemented),
        ["unimplemented_service"] = invoker => FailsAsync(() => new UnimplementedService.UnimplementedServiceClient(invoker)
            .UnimplementedCallAsync(new Empty(), Within()).ResponseAsync, StatusCode.Unimplemented),
        ["cancel_after_begin"] = async invoker =>
        {
            using var cancellation = new CancellationTokenSource();
            using var call = Of(invoker).StreamingInputCall(Within().WithCancellationToken(cancellation.Token));
            await cancellation.CancelAsync();
            await FailsAsync(() => call.ResponseAsync, StatusCode.Cancelled);
        },
        ["cancel_after_first_response"] = async invoker =>
        {
            using var cancellation = new CancellationTokenSource();
            using var call = Of(invoker).FullDuplexCall(Within().WithCancellationToken(cancellation.Token));
            await call.RequestStream.WriteAsync(Wanted([31_415], 27_182));
            (await call.ResponseStream.MoveNext()).ShouldBeTrue();
            await cancellation.CancelAsync();
            await FailsAsync(() => call.ResponseStream.MoveNext(), StatusCode.Cancelled);
        },
        ["timeout_on_sleeping_server"] = async invoker =>
        {
            using var call = Of(invoker).FullDuplexCall(Within(time: TimeSpan.FromMilliseconds(1)));
            try
            {
                await call.RequestStream.WriteAsync(Wanted([31_415], 27_182, intervalMicroseconds: 60_000_000));
            }
            catch (RpcException)
            {
                // The deadline was first. This client cancels a write before it has read the call's status, and calls that cancelled (2 of
                // 3,000 writes beside three busy loops; the call ended with its deadline in each): the case is about the call.
            }

            await FailsAsync(() => call.ResponseStream.MoveNext(), StatusCode.DeadlineExceeded);
        },
    };

    private static TestService.TestServiceClient Of(CallInvoker invoker) => new(invoker);

    private static CallOptions Within(Metadata? headers = null, TimeSpan? time = null) =>
        new(headers, TimeProvider.System.GetUtcNow().UtcDateTime + (time ?? TimeSpan.FromMinutes(1)));

    private static async Task LargeAsync(CallInvoker invoker, Metadata? headers = null, bool compressedReply = false) =>
        (await Of(invoker).UnaryCallAsync(Large(compressedReply), Within(headers))).Payload.Body.Length.ShouldBe(LargeResponse);

    private static async Task ClientStreamingAsync(CallInvoker invoker, int[] sizes, int total, Metadata? headers = null)
    {
        using var call = Of(invoker).StreamingInputCall(Within(headers));
        foreach (var input in Inputs(sizes))
        {
            await call.RequestStream.WriteAsync(input);
        }

        await call.RequestStream.CompleteAsync();
        (await call).AggregatedPayloadSize.ShouldBe(total);
    }

    private static async Task ServerStreamingAsync(CallInvoker invoker, StreamingOutputCallRequest request, int[] sizes)
    {
        using var call = Of(invoker).StreamingOutputCall(request, Within());
        (await call.ResponseStream.ReadAllAsync().Select(reply => reply.Payload.Body.Length).ToListAsync()).ShouldBe(sizes);
    }

    private static void ShouldHaveEchoed(Metadata headers, Metadata trailers)
    {
        headers.GetValue(InitialKey).ShouldBe(InitialValue);
        trailers.GetValueBytes(TrailingKey).ShouldBe(TrailingValue);
    }

    private static Task StatusAsync(CallInvoker invoker, string message) => FailsAsync(
        () => Of(invoker).UnaryCallAsync(new SimpleRequest
        {
            ResponseStatus = new EchoStatus { Code = (int)StatusCode.Unknown, Message = message },
        }, Within()).ResponseAsync, StatusCode.Unknown, message);

    private static async Task FailsAsync(Func<Task> call, StatusCode code, string? message = null)
    {
        var status = (await Should.ThrowAsync<RpcException>(call)).Status;
        status.StatusCode.ShouldBe(code);
        (message ?? status.Detail).ShouldBe(status.Detail);
    }
}
