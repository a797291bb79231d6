using Fathom.Transport.Calls;
using Fathom.Transport.Protobuf;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using Google.Protobuf;

namespace Fathom.Subjects.Echo;

/// <summary>Carries out <c>fathom.echo.Echo</c>, as echo.proto describes it. One instance serves all calls.</summary>
public sealed class EchoService
{
    private long _cancelled;

    /// <summary>Handlers that ended because their call was cancelled.</summary>
    public long Cancelled => Interlocked.Read(ref _cancelled);

    /// <summary>The service, for a host.</summary>
    public ServiceDefinition Definition() => new ServiceBuilder(EchoMethods.Service)
        .Unary(EchoMethods.Unary, UnaryAsync)
        .ClientStreaming(EchoMethods.ClientStream, (requests, context) => CountAsync(ClientStreamAsync(requests, context), context))
        .ServerStreaming(EchoMethods.ServerStream, (request, replies, context) =>
            CountAsync(ServerStreamAsync(request, replies, context), context))
        .DuplexStreaming(EchoMethods.DuplexStream, (requests, replies, context) =>
            CountAsync(DuplexStreamAsync(requests, replies, context), context))
        .WithDescriptors(EchoReflection.Descriptor)
        .Build();

    private ValueTask<EchoReply> UnaryAsync(EchoRequest request, ServerCallContext context) =>
        request is { DelayMs: 0, EchoMetadata: false, StatusCode: 0, Crash: false }
            ? new(Reply(request, 0, request.Payload.Length))
            : CountAsync(UnarySlowlyAsync(request, context), context);

    private static async ValueTask<EchoReply> UnarySlowlyAsync(EchoRequest request, ServerCallContext context)
    {
        await EchoMetadataAsync(request, context);
        await WaitAsync(request, context);
        Fail(request);
        return Reply(request, 0, request.Payload.Length);
    }

    private static async ValueTask<EchoReply> ClientStreamAsync(RequestReader<EchoRequest> requests, ServerCallContext context)
    {
        var (count, total, last) = (0, 0L, new EchoRequest());
        await foreach (var request in requests)
        {
            await EchoMetadataAsync(request, context);
            await WaitAsync(request, context);
            Fail(request);
            (count, total, last) = (count + 1, total + request.Payload.Length, request);
        }

        return Reply(last, count, total);
    }

    private static async ValueTask ServerStreamAsync(EchoRequest request, ResponseWriter<EchoReply> replies, ServerCallContext context)
    {
        await EchoMetadataAsync(request, context);
        for (var i = 0; i < request.Repeat; i++)
        {
            await WaitAsync(request, context);
            await replies.WriteAsync(Reply(request, i, request.Payload.Length));
        }

        Fail(request);
    }

    private static async ValueTask DuplexStreamAsync(
        RequestReader<EchoRequest> requests, ResponseWriter<EchoReply> replies, ServerCallContext context)
    {
        var total = 0L;
        await foreach (var request in requests)
        {
            await EchoMetadataAsync(request, context);
            total += request.Payload.Length;
            for (var i = 0; i < Math.Max(1, request.Repeat); i++)
            {
                await WaitAsync(request, context);
                await replies.WriteAsync(Reply(request, i, total));
            }

            Fail(request);
        }
    }

    private static EchoReply Reply(EchoRequest request, int count, long total) => new()
    {
        Payload = request.ReplySize > 0 ? ByteString.CopyFrom(new byte[request.ReplySize]) : request.Payload,
        Count = count,
        TotalBytes = total,
    };

    private static async ValueTask EchoMetadataAsync(EchoRequest request, ServerCallContext context)
    {
        if (!request.EchoMetadata)
        {
            return;
        }

        Metadata headers = [];
        foreach (var entry in context.RequestHeaders.Where(entry => entry.Key.StartsWith("x-", StringComparison.Ordinal)))
        {
            headers.Add(entry);
            context.ResponseTrailers.Add(entry);
        }

        await context.WriteResponseHeadersAsync(headers);
    }

    private static void Fail(EchoRequest request)
    {
        if (request.Crash)
        {
            throw new InvalidOperationException("asked to crash");
        }

        if (request.StatusCode != 0)
        {
            throw new RpcException(new Status((StatusCode)request.StatusCode, request.StatusDetail));
        }
    }

    private static async ValueTask WaitAsync(EchoRequest request, ServerCallContext context)
    {
        if (request.DelayMs > 0)
        {
            await Task.Delay(request.DelayMs, context.CancellationToken);
        }
    }

    // A read may fail before the token says why.
    private static bool IsCancellation(Exception e, ServerCallContext context) =>
        context.CancellationToken.IsCancellationRequested || e is RpcException { StatusCode: StatusCode.Cancelled };

    private async ValueTask<T> CountAsync<T>(ValueTask<T> handler, ServerCallContext context)
    {
        try
        {
            return await handler;
        }
        catch (Exception e) when (IsCancellation(e, context))
        {
            Interlocked.Increment(ref _cancelled);
            throw;
        }
    }

    private async ValueTask CountAsync(ValueTask handler, ServerCallContext context)
    {
        try
        {
            await handler;
        }
        catch (Exception e) when (IsCancellation(e, context))
        {
            Interlocked.Increment(ref _cancelled);
            throw;
        }
    }
}
