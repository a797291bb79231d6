using Fathom.Mediator;
using Fathom.Mediator.Remotes;
using Fathom.Mediator.Routing;
using Fathom.Mediator.Settings;

namespace Fathom.Subjects.Mediator.Sending;

/// <summary>A node that only sends, over one channel or a new one for each message. Owned by a workload.</summary>
internal sealed class NodeSender : ISender
{
    private readonly SendSpec _spec;
    private readonly INodeTls _tls;
    private readonly MediatorNode? _node;
    private readonly Ping _ping;
    private readonly Bing _bing;
    private long _opened;

    /// <param name="spec">What is sent where.</param>
    /// <param name="tls">To the node, for every channel.</param>
    /// <param name="payload">Of each message.</param>
    public NodeSender(SendSpec spec, INodeTls tls, byte[] payload)
    {
        (_spec, _tls) = (spec, tls);
        (_ping, _bing) = (new Ping(payload), new Bing(payload));
        _node = spec.Channel == "pooled" ? Start() : null;
    }

    public long Connections => _node?.Remotes.Sum(r => r.ConnectionsOpened) ?? Interlocked.Read(ref _opened);

    public ValueTask SendAsync() => _node is { } node ? SendAsync(node) : SendOnceAsync();

    public async ValueTask DisposeAsync()
    {
        if (_node is not null)
        {
            await _node.DisposeAsync();
        }
    }

    private async ValueTask SendOnceAsync()
    {
        await using var node = Start();
        try
        {
            await SendAsync(node);
        }
        finally
        {
            Interlocked.Add(ref _opened, node.Remotes.Sum(r => r.ConnectionsOpened));
        }
    }

    private async ValueTask SendAsync(MediatorNode node)
    {
        if (_spec.Message == "bing")
        {
            await node.Mediator.PublishAsync(_bing);
        }
        else if ((await node.Mediator.SendAsync(_ping)).Payload.Length != _ping.Payload.Length)
        {
            throw new InvalidDataException("The answer does not mirror the payload.");
        }
    }

    private MediatorNode Start()
    {
        var settings = NodeSet.SettingsOf(_spec.MaxMessage, _spec.Compression);
        settings.Remotes[Remotes.Node] = new RemoteSettings { Host = _spec.Target.Host, Port = _spec.Target.Port };
        var node = new MediatorNode(settings, messages => messages.AddHandlersOfFathomMediator(), new NodeDependencies { Tls = _tls });
        node.Start();
        return node;
    }
}

/// <summary>Sends the message of a workload. Owned by it; used from many threads at once.</summary>
internal interface ISender : IAsyncDisposable
{
    /// <summary>Connections opened.</summary>
    long Connections { get; }

    /// <summary>Sends one message, and waits for its answer.</summary>
    ValueTask SendAsync();
}
