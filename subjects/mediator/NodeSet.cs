using System.Globalization;
using Fathom.Mediator;
using Fathom.Mediator.Remotes;
using Fathom.Mediator.Routing;
using Fathom.Mediator.Settings;

namespace Fathom.Subjects.Mediator;

/// <summary>The answering nodes of this process; the first has all others as remotes. Owned by the program.</summary>
internal sealed class NodeSet : IAsyncDisposable
{
    private readonly List<MediatorNode> _nodes = [];

    private NodeSet()
    {
    }

    /// <summary>Where the first listens.</summary>
    public Uri Address => _nodes[^1].Address!;

    public static NodeSet Start(NodeArguments arguments, INodeTls tls)
    {
        var set = new NodeSet();
        // The first starts last: it needs the addresses of the others.
        for (var number = arguments.Nodes; number >= 1; number--)
        {
            var settings = SettingsOf(arguments.MaxMessage, arguments.Compression);
            settings.Host = new HostSettings { Host = arguments.Bind.ToString(), Port = number == 1 ? arguments.Port : 0,
                Name = $"node {number}" };
            if (number == 1)
            {
                foreach (var (other, at) in set._nodes.Select((node, i) => (node.Address!, i)))
                {
                    settings.Remotes[$"Other{at.ToString(CultureInfo.InvariantCulture)}"] =
                        new RemoteSettings { Host = other.Host, Port = other.Port };
                }
            }

            var node = new MediatorNode(settings, messages => messages.AddHandlersOfFathomMediator(), new NodeDependencies { Tls = tls });
            node.Start();
            set._nodes.Add(node);
        }

        return set;
    }

    /// <summary>Settings for all messages of a node. As published, only the server compresses with gzip; lz4 is used in both
    /// directions.</summary>
    public static MediatorSettings SettingsOf(int maxMessage, string compression) => new()
    {
        Grpc = new GrpcSettings
        {
            MaxMessageSize = maxMessage,
            Compression = compression == "raw"
                ? new CompressionSettings()
                : new CompressionSettings { Codec = compression, Mode = CompressionMode.Always,
                    Messages = compression == "gzip" ? CompressionDirection.Responses : CompressionDirection.Both },
        },
    };

    public async ValueTask DisposeAsync()
    {
        foreach (var node in _nodes)
        {
            await node.DisposeAsync();
        }
    }
}
