using Fathom.Mediator;
using Fathom.Mediator.Certificates;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Settings;
using Fathom.Subjects.Hosts;

namespace Fathom.Bench.Soak;

/// <summary>A node of the network of a soak run, with certificates of one minute.</summary>
internal sealed class SoakNode : IAsyncDisposable
{
    private readonly MediatorNode _node;
    private DateTimeOffset _expires;

    private SoakNode(MediatorSettings settings)
    {
        _node = new MediatorNode(settings, builder => builder
            .AddNotification<SoakNotice>("fathom.soak").AddNotificationHandler(Notices),
            new NodeDependencies { LoggerFactory = new StandardErrorLoggers() });
    }

    /// <summary>What it handled.</summary>
    public SoakNotices Notices { get; } = new();

    /// <summary>Starts a node.</summary>
    /// <param name="folder">The folder of its certificates.</param>
    /// <param name="name">Its name.</param>
    /// <param name="port">Its port.</param>
    /// <param name="invitation">By which it joins; null: it founds the network, or has joined before.</param>
    /// <param name="remotes">Names and ports of its remotes.</param>
    public static async Task<SoakNode> StartAsync(
        string folder, string name, int port, string? invitation, params IEnumerable<(string Name, int Port)> remotes)
    {
        var settings = new MediatorSettings
        {
            Host = new HostSettings { Port = port, Name = name },
            Certificates = new CertificateSettings
            {
                Folder = folder,
                Found = name == "north",
                Invitation = invitation,
                Lives = new CertificateLifetimes
                {
                    Node = TimeSpan.FromMinutes(1), Issuing = TimeSpan.FromMinutes(5), Root = TimeSpan.FromMinutes(30),
                },
            },
        };
        // Full within seconds: what is remembered, 65,536 ids by default, would be the slope of a run of minutes.
        settings.Notifications.RememberedCount = 1_000;
        foreach (var (remote, at) in remotes)
        {
            settings.Remotes[remote] = new RemoteSettings { Host = "localhost", Port = at };
        }

        var node = new SoakNode(settings);
        await node._node.StartAsync();
        node._expires = node._node.Certificates!.ExpiresAt;
        return node;
    }

    /// <summary>An invitation, of the founding node.</summary>
    public async Task<string> InviteAsync(string node) => (await _node.Enrollment!.InviteAsync(node: node)).Text;

    /// <summary>Publishes a notification.</summary>
    /// <exception cref="PublishException">It was not handled everywhere.</exception>
    public ValueTask PublishAsync(long number) =>
        _node.Mediator.PublishAsync(new SoakNotice(number), MessageContext.WithTimeout(TimeSpan.FromSeconds(30)));

    /// <summary>Whether its certificates were renewed since the last look.</summary>
    public bool TakeRenewed()
    {
        var (before, now) = (_expires, _node.Certificates!.ExpiresAt);
        _expires = now;
        return now != before;
    }

    public ValueTask DisposeAsync() => _node.DisposeAsync();
}
