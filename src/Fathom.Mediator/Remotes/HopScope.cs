using Fathom.Transport.Calls;

namespace Fathom.Mediator.Remotes;

/// <summary>
/// The number of hops of the message that the current code handles, for messages that its handler sends without its context: otherwise
/// two nodes could pass messages back and forth for ever. Flows with the handler's code, as <see cref="AsyncLocal{T}"/> does, and counts
/// until the handler has ended: work that a handler leaves behind starts at 0. Owned by the method that serves the message.
/// </summary>
internal sealed class HopScope
{
    private const int Ended = -1;

    private static readonly AsyncLocal<HopScope?> Ambient = new();

    private readonly HopScope? _previous;
    private volatile int _hops;

    private HopScope(int hops, HopScope? previous) => (_hops, _previous) = (hops, previous);

    /// <summary>The hops of the message that is handled; null: none is.</summary>
    public static int? Current => Ambient.Value is { _hops: not Ended and var hops } ? hops : null;

    /// <summary>Starts to count for the current code.</summary>
    /// <param name="headers">The metadata of the message.</param>
    /// <exception cref="RpcException">The metadata is malformed.</exception>
    public static HopScope Enter(Wire.Grpc.Metadata headers)
    {
        var scope = new HopScope(MessageHeaders.HopsOf(headers), Ambient.Value);
        Ambient.Value = scope;
        return scope;
    }

    /// <summary>Returns the thread to what it did before. Not needed in an async method, whose changes end with it.</summary>
    public void Leave() => Ambient.Value = _previous;

    /// <summary>The handler has ended.</summary>
    public void End() => _hops = Ended;
}
