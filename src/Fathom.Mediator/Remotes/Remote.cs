using Fathom.Mediator.Messages;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Remotes;

/// <summary>Another node, with its name in the settings and one channel for all messages to it. Owned by
/// <see cref="RemoteNodes"/>.</summary>
internal sealed class Remote(string name, RemoteChannel channel, bool waitForReady) : IDisposable
{
    public string Name { get; } = name;

    /// <summary>The channel for a call that starts now.</summary>
    public NativeChannel Channel => channel.Current;

    public Uri Address => channel.Address;

    /// <summary>The number of TCP connections opened so far, including closed ones.</summary>
    public long ConnectionsOpened => channel.ConnectionsOpened;

    public CallOptions Options(in MessageContext context, Metadata? headers) => new()
    {
        Headers = headers,
        Deadline = context.Deadline,
        CancellationToken = context.CancellationToken,
        WaitForReady = waitForReady,
    };

    public override string ToString() => $"remote '{Name}' ({Address.GetLeftPart(UriPartial.Authority)})";

    public void Dispose() => channel.Dispose();
}
