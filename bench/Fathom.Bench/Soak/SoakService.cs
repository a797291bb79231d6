using Fathom.Transport.Server;

namespace Fathom.Bench.Soak;

/// <summary>An echo that records calls in the ledger.</summary>
internal sealed class SoakService(SoakLedger ledger)
{
    public ServiceDefinition Definition() => new ServiceBuilder(SoakMethods.Service)
        .Unary(SoakMethods.Unary, (request, context) => CountAsync(UnaryAsync(request, context)))
        .ClientStreaming(SoakMethods.ClientStream, (requests, context) => CountAsync(ClientStreamAsync(requests, context)))
        .ServerStreaming(SoakMethods.ServerStream, (request, replies, context) => CountAsync(ServerStreamAsync(request, replies, context)))
        .DuplexStreaming(SoakMethods.Duplex, (requests, replies, context) => CountAsync(DuplexAsync(requests, replies, context)))
        .Build();

    private async ValueTask<SoakMessage> UnaryAsync(SoakMessage request, ServerCallContext context)
    {
        ledger.Begin(request.Call);
        await DelayAsync(request, context);
        return request.Reply(0);
    }

    private async ValueTask<SoakMessage> ClientStreamAsync(RequestReader<SoakMessage> requests, ServerCallContext context)
    {
        SoakMessage? last = null;
        await foreach (var request in requests)
        {
            last = Follow(last, request);
        }

        await DelayAsync(last!, context);
        return last!.Reply(last.Index + 1);
    }

    private async ValueTask ServerStreamAsync(SoakMessage request, ResponseWriter<SoakMessage> replies, ServerCallContext context)
    {
        ledger.Begin(request.Call);
        for (var i = 0; i < request.Replies; i++)
        {
            await DelayAsync(request, context);
            await replies.WriteAsync(request.Reply(i));
        }
    }

    private async ValueTask DuplexAsync(RequestReader<SoakMessage> requests, ResponseWriter<SoakMessage> replies, ServerCallContext context)
    {
        SoakMessage? last = null;
        await foreach (var request in requests)
        {
            last = Follow(last, request);
            await DelayAsync(request, context);
            await replies.WriteAsync(request.Reply(request.Index));
        }
    }

    private static async ValueTask DelayAsync(SoakMessage request, ServerCallContext context)
    {
        if (request.DelayMilliseconds > 0)
        {
            await Task.Delay(request.DelayMilliseconds, context.CancellationToken);
        }
    }

    private SoakMessage Follow(SoakMessage? last, SoakMessage request)
    {
        if (last is null)
        {
            ledger.Begin(request.Call);
        }

        if (request.Index != (last?.Index + 1 ?? 0) || (last is not null && last.Call != request.Call))
        {
            ledger.Crossed();
        }

        return request;
    }

    private async ValueTask<SoakMessage> CountAsync(ValueTask<SoakMessage> handler)
    {
        ledger.Enter();
        try
        {
            return await handler;
        }
        finally
        {
            ledger.Leave();
        }
    }

    private async ValueTask CountAsync(ValueTask handler)
    {
        ledger.Enter();
        try
        {
            await handler;
        }
        finally
        {
            ledger.Leave();
        }
    }
}
