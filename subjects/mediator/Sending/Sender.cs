using Fathom.Mediator;
using Fathom.Mediator.Remotes;
using Fathom.Mediator.Routing;
using Fathom.Mediator.Settings;
using Fathom.Subjects.Mediator.Certificates;

namespace Fathom.Subjects.Mediator.Sending;

/// <summary>A node that only sends, over one channel or a new one for each message. Owned by a workload.</summary>
internal sealed class Sender : IAsyncDisposable
{
    private readonly SendSpec _spec;
    private readonly CertificateFiles? _files;
    private readonly INodeTls _tls;
    private readonly MediatorNode? _node;
    private readonly Ping _ping;
    private readonly Bing _bing;
    private long _opened;

    public Sender(SendSpec spec, CertificateFiles? files, byte[] payload)
    {
        (_spec, _files) = (spec, files);
        (_ping, _bing) = (new Ping(payload), new Bing(payload));
        _tls = Tls();
        _node = spec.Channel == "pooled" ? Start(_tls) : null;
    }

    /// <summary>Connections opened.</summary>
    public long Connections => _node?.Remotes.Sum(r => r.ConnectionsOpened) ?? Interlocked.Read(ref _opened);

    public async Task SendAsync()
    {
        if (_node is not null)
        {
            await SendAsync(_node);
            return;
        }

        await using var node = Start(_spec.CertificateUse == "per-call" ? Tls() : _tls);
        await SendAsync(node);
        Interlocked.Add(ref _opened, node.Remotes.Sum(r => r.ConnectionsOpened));
    }

    public async ValueTask DisposeAsync()
    {
        if (_node is not null)
        {
            await _node.DisposeAsync();
        }
    }

    private async Task SendAsync(MediatorNode node)
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

    private INodeTls Tls()
    {
        if (_files is null)
        {
            return new NoTls();
        }

        var (root, own) = _files.Load();
        return new NodesTls(root, own);
    }

    private MediatorNode Start(INodeTls tls)
    {
        var settings = NodeSet.SettingsOf(_spec.MaxMessage, _spec.Compression);
        settings.Remotes[Remotes.Node] = new RemoteSettings { Host = _spec.Target.Host, Port = _spec.Target.Port };
        var node = new MediatorNode(settings, messages => messages.AddHandlersOfFathomMediator(), new MediatorNodeParts { Tls = tls });
        node.Start();
        return node;
    }
}
