using Fathom.Transport.Calls;
using Fathom.Transport.Server;
using Fathom.Transport.Services;
using Fathom.Wire.Grpc;

namespace Fathom.Subjects.Echo.CodeFirst;

/// <summary>Carries out <see cref="IEcho"/> as <see cref="EchoService"/> does its contract. One instance serves all calls.</summary>
public sealed class CodeFirstEcho : IEcho
{
    private long _cancelled;

    /// <summary>Handlers that came to no end: their call was cancelled while they waited, read, or wrote.</summary>
    public long Cancelled => Interlocked.Read(ref _cancelled);

    /// <summary>The service, for a host.</summary>
    public ServiceDefinition Definition() => EchoHost.Define(this);

    /// <inheritdoc/>
    public ValueTask<EchoReply> UnaryAsync(EchoRequest request, CallContext context = default) =>
        request is { DelayMs: 0, EchoMetadata: false, StatusCode: 0, Crash: false }
            ? new(Reply(request, 0, request.Payload.Length))
            : UnarySlowlyAsync(request, context);

    /// <inheritdoc/>
    public async ValueTask<EchoReply> ClientStreamAsync(IAsyncEnumerable<EchoRequest> requests, CallContext context = default)
    {
        using var handler = new Handler(this);
        var (count, total, last) = (0, 0L, new EchoRequest());
        await foreach (var request in requests)
        {
            await BeginAsync(request, context);
            await WaitAsync(request, context);
            handler.Fail(request);
            (count, total, last) = (count + 1, total + request.Payload.Length, request);
        }

        handler.End();
        return Reply(last, count, total);
    }

    /// <inheritdoc/>
    public async IAsyncEnumerable<EchoReply> ServerStreamAsync(EchoRequest request, CallContext context = default)
    {
        using var handler = new Handler(this);
        await BeginAsync(request, context);
        for (var i = 0; i < request.Repeat; i++)
        {
            await WaitAsync(request, context);
            yield return Reply(request, i, request.Payload.Length);
        }

        handler.Fail(request);
        handler.End();
    }

    /// <inheritdoc/>
    public async IAsyncEnumerable<EchoReply> DuplexStreamAsync(IAsyncEnumerable<EchoRequest> requests, CallContext context = default)
    {
        using var handler = new Handler(this);
        var total = 0L;
        await foreach (var request in requests)
        {
            await BeginAsync(request, context);
            total += request.Payload.Length;
            for (var i = 0; i < Math.Max(1, request.Repeat); i++)
            {
                await WaitAsync(request, context);
                yield return Reply(request, i, total);
            }

            handler.Fail(request);
        }

        handler.End();
    }

    private static EchoReply Reply(EchoRequest request, int count, long total) => new()
    {
        Payload = request.ReplySize > 0 ? new byte[request.ReplySize] : request.Payload,
        Count = count,
        TotalBytes = total,
    };

    private static async ValueTask BeginAsync(EchoRequest request, CallContext context)
    {
        if (request.EchoMetadata && context.Server is { } server)
        {
            Metadata headers = [];
            foreach (var entry in server.RequestHeaders.Where(entry => entry.Key.StartsWith("x-", StringComparison.Ordinal)))
            {
                headers.Add(entry);
                server.ResponseTrailers.Add(entry);
            }

            await server.WriteResponseHeadersAsync(headers);
        }
    }

    private static async ValueTask WaitAsync(EchoRequest request, CallContext context)
    {
        if (request.DelayMs > 0)
        {
            await Task.Delay(request.DelayMs, context.CancellationToken);
        }
    }

    private async ValueTask<EchoReply> UnarySlowlyAsync(EchoRequest request, CallContext context)
    {
        using var handler = new Handler(this);
        await BeginAsync(request, context);
        await WaitAsync(request, context);
        handler.Fail(request);
        handler.End();
        return Reply(request, 0, request.Payload.Length);
    }

    // What a stream's consumer throws is not seen in its iterator: it is disposed of where it stands.
    private sealed class Handler(CodeFirstEcho service) : IDisposable
    {
        private bool _ended;

        public void End() => _ended = true;

        public void Fail(EchoRequest request)
        {
            _ended = request.Crash || request.StatusCode != 0;
            if (request.Crash)
            {
                throw new InvalidOperationException("asked to crash");
            }

            if (_ended)
            {
                throw new RpcException(new Status((StatusCode)request.StatusCode, request.StatusDetail));
            }
        }

        public void Dispose()
        {
            if (!_ended)
            {
                Interlocked.Increment(ref service._cancelled);
            }
        }
    }
}
