using Fathom.Mediator.Messages;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Remotes;

/// <summary>Another node, with its name in the settings and one channel for all messages to it. Owned by
/// <see cref="RemoteNodes"/>.</summary>
internal sealed class Remote(string name, NativeChannel channel, bool waitForReady)
{
    public string Name { get; } = name;

    public NativeChannel Channel { get; } = channel;

    public CallOptions Options(in MessageContext context, Metadata? headers) => new()
    {
        Headers = headers,
        Deadline = context.Deadline,
        CancellationToken = context.CancellationToken,
        WaitForReady = waitForReady,
    };

    public override string ToString() => $"remote '{Name}' ({Channel.Options.Address.GetLeftPart(UriPartial.Authority)})";
}
