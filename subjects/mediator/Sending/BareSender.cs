using Fathom.Mediator.Remotes;
using Fathom.Transport.Client;

namespace Fathom.Subjects.Mediator.Sending;

/// <summary>Sends what <see cref="NodeSender"/> sends over the same kind of channel, without a mediator. Owned by a workload.</summary>
internal sealed class BareSender(Uri target, int maxMessage, INodeTls tls, byte[] payload) : ISender
{
    private readonly Ping _ping = new(payload);

    private readonly NativeChannel _channel = new(new NativeChannelOptions
    {
        Address = target,
        Tls = tls.ForRemote(Remotes.Node, Remotes.Node),
        MaxSendMessageSize = maxMessage,
        MaxReceiveMessageSize = maxMessage,
    });

    public long Connections => _channel.ConnectionsOpened;

    public async ValueTask SendAsync()
    {
        if ((await _channel.UnaryAsync(MirrorMethods.Mirror, _ping)).Payload.Length != _ping.Payload.Length)
        {
            throw new InvalidDataException("The answer does not mirror the payload.");
        }
    }

    public ValueTask DisposeAsync()
    {
        _channel.Dispose();
        return ValueTask.CompletedTask;
    }
}
