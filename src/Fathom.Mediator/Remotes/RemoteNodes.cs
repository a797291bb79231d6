using Fathom.Mediator.Settings;
using Fathom.Transport.Client;
using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Remotes;

/// <summary>The remotes of one node. Owned by the node; owns the channels. A channel connects with its first message, and reconnects after
/// a failure.</summary>
internal sealed class RemoteNodes : IDisposable
{
    private readonly Dictionary<string, Remote> _byName;

    public RemoteNodes(NodePlan plan, INodeTls tls, ILoggerFactory loggers, TimeProvider time)
    {
        All = [.. plan.Remotes.Select(r =>
        {
            var own = tls.ForRemote(r.Name, r.Node);
            return new Remote(r.Name, new RemoteChannel(() => Channel(plan, r, own, loggers, time), () => tls.MaxConnectionAge, time),
                r.WaitForReady, plan.DefaultDeadline, time);
        })];
        _byName = All.ToDictionary(r => r.Name, StringComparer.OrdinalIgnoreCase);
    }

    public IReadOnlyList<Remote> All { get; }

    /// <summary>The remote of this name, or null if the settings have none.</summary>
    public Remote? Find(string? name) => name is null ? null : _byName.GetValueOrDefault(name);

    public void Dispose()
    {
        foreach (var remote in All)
        {
            remote.Dispose();
        }
    }

    private static NativeChannel Channel(NodePlan plan, RemotePlan remote, ChannelTls? tls, ILoggerFactory loggers, TimeProvider time) =>
        new(new NativeChannelOptions
    {
        Address = new UriBuilder(tls is null ? Uri.UriSchemeHttp : Uri.UriSchemeHttps, remote.Host, remote.Port).Uri,
        Tls = tls,
        MaxSendMessageSize = plan.MaxMessageSize,
        MaxReceiveMessageSize = plan.MaxMessageSize,
        Compression = plan.Requests,
        KeepAliveTime = plan.KeepAlive.Time,
        KeepAliveTimeout = plan.KeepAlive.Timeout,
        InitialReconnectBackoff = remote.InitialReconnectBackoff,
        MaxReconnectBackoff = remote.MaxReconnectBackoff,
        LoggerFactory = loggers,
        TimeProvider = time,
    });
}
