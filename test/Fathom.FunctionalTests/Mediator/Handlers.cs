using System.Runtime.CompilerServices;
using Fathom.Contracts;
using Fathom.Mediator.Messages;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Mediator;

/// <summary>Needs no services: one for all requests.</summary>
public sealed class FailHandler : IRequestHandler<Fail, Empty>
{
    public ValueTask<Empty> HandleAsync(Fail request, MessageContext context) => request.How == "status"
        ? throw new RpcException(new Status(StatusCode.OutOfRange, "a handler's own"))
        : throw new InvalidDataException(request.How);
}

public sealed class PingHandler(Logbook log) : IRequestHandler<Ping, Pong>
{
    public ValueTask<Pong> HandleAsync(Ping request, MessageContext context) => new(new Pong(request.Payload, log.Node));
}

public sealed class LingerHandler(Logbook log) : IRequestHandler<Linger, Empty>
{
    public async ValueTask<Empty> HandleAsync(Linger request, MessageContext context)
    {
        log.Began.Release();
        try
        {
            await Task.Delay(Timeout.Infinite, context.CancellationToken);
        }
        finally
        {
            log.Ended.Release();
        }

        return Empty.Instance;
    }
}

public sealed class NumbersHandler(Logbook log) : IStreamRequestHandler<Numbers, Item>
{
    public IAsyncEnumerable<Item> HandleAsync(Numbers request, MessageContext context) =>
        CountAsync(request.UpTo, context.CancellationToken);

    private async IAsyncEnumerable<Item> CountAsync(int upTo, [EnumeratorCancellation] CancellationToken token)
    {
        try
        {
            for (var i = 1; i <= Math.Abs(upTo); i++)
            {
                await Task.Yield();
                token.ThrowIfCancellationRequested();
                yield return new Item(i);
            }

            if (upTo < 0)
            {
                throw new InvalidDataException("no more numbers");
            }
        }
        finally
        {
            log.Ended.Release();
        }
    }
}

public sealed class BingHandler(Logbook log) : INotificationHandler<Bing>
{
    public ValueTask HandleAsync(Bing notification, MessageContext context)
    {
        log.Add(notification, context);
        return default;
    }
}

/// <summary>Fails on the node that the notification names, whether or not the one before has run.</summary>
public sealed class FailingBingHandler(Logbook log) : INotificationHandler<Bing>
{
    public ValueTask HandleAsync(Bing notification, MessageContext context) =>
        notification.FailsOn == log.Node ? throw new InvalidDataException($"Bing {notification.Number}") : default;
}
