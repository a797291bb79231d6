using Fathom.Mediator;
using Fathom.Mediator.Remotes;
using Fathom.Mediator.Routing;
using Fathom.Mediator.Settings;
using Fathom.TestKit;
using Microsoft.Extensions.DependencyInjection;

namespace Fathom.FunctionalTests.Mediator;

/// <summary>A node in this process, on a real socket, with services of its own.</summary>
internal sealed class TestNode : IAsyncDisposable
{
    private readonly ServiceProvider _services;
    private readonly MediatorNode _node;

    private TestNode(string name, MediatorSettings settings, Action<MediatorBuilder>? configure, INodeTls? tls)
    {
        Log = new Logbook(name);
        _services = new ServiceCollection().AddSingleton(Log).BuildServiceProvider();
        _node = new MediatorNode(
            settings,
            builder =>
            {
                builder.AddHandlersOfFathomFunctionalTests();
                configure?.Invoke(builder);
            },
            new NodeDependencies { Services = _services, LoggerFactory = Lines, Tls = tls ?? new NoTls() });
        _node.Start();
    }

    public Logbook Log { get; }

    public LineLogger Lines { get; } = new();

    public IMediator Mediator => _node.Mediator;

    public MediatorNode Node => _node;

    /// <summary>Starts a node on a port, or one that does not listen (null), with the remotes of those names and ports.</summary>
    public static TestNode Start(
        string name,
        int? port,
        IEnumerable<(string Name, int Port)>? remotes = null,
        Action<MediatorSettings>? change = null,
        Action<MediatorBuilder>? configure = null,
        INodeTls? tls = null)
    {
        var settings = new MediatorSettings { Host = port is null ? null : new HostSettings { Port = port.Value, Name = name } };
        foreach (var remote in remotes ?? [])
        {
            settings.Remotes[remote.Name] = new RemoteSettings
            {
                Host = "localhost",
                Port = remote.Port,
                InitialReconnectBackoff = TimeSpan.FromMilliseconds(20),
                MaxReconnectBackoff = TimeSpan.FromMilliseconds(100),
            };
        }

        change?.Invoke(settings);
        return new TestNode(name, settings, configure, tls);
    }

    /// <summary>Two nodes: one that sends, and its remote <c>Red</c>.</summary>
    public static (TestNode Sender, TestNode Red) Pair(
        Action<MediatorSettings>? sender = null, Action<MediatorSettings>? red = null, Action<MediatorBuilder>? configureSender = null,
            Action<MediatorBuilder>? configureRed = null)
    {
        var remote = Start("red", FreePort.Next(), change: red, configure: configureRed);
        return (Start("sender", null, [("Red", remote.Node.Address!.Port)], sender, configureSender), remote);
    }

    public async ValueTask DisposeAsync()
    {
        await _node.DisposeAsync();
        await _services.DisposeAsync();
    }
}
