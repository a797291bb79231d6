using System.Collections.Frozen;
using Fathom.Mediator.Certificates;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Certificates.Storage;
using Fathom.Mediator.Topology;
using Fathom.Mediator.Remotes;
using Fathom.Mediator.Routing;
using Fathom.Mediator.Settings;
using Fathom.Transport.Server;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Fathom.Mediator;

/// <summary>
/// A node: a mediator, channels to its remotes, and a port where others reach it. Owned by whoever made it (with services: by those);
/// disposing it ends its messages and frees the port.
/// </summary>
public sealed class MediatorNode : IAsyncDisposable
{
    private readonly MediatorBuilder _builder = new();
    private readonly MessageRouter _router = new();
    private readonly NodePlan _plan;
    private readonly NodeDisplayName _name;
    private readonly NodeDependencies _dependencies;
    private readonly ConfiguredCertificates? _certificates;
    private readonly INodeTls _tls;
    private readonly RemoteNodes _remotes;
    private readonly TopologyService _topology;
    private NativeHost? _host;
    private bool _started;

    /// <summary>
    /// Makes a node, which does nothing yet. Throws <see cref="ArgumentException"/> with every fault of the settings.
    /// </summary>
    /// <param name="settings">What it is told.</param>
    /// <param name="configure">Registers its messages, handlers and behaviours.</param>
    /// <param name="dependencies">What it uses; none of it when null.</param>
    public MediatorNode(MediatorSettings settings, Action<MediatorBuilder> configure, NodeDependencies? dependencies = null)
    {
        ArgumentNullException.ThrowIfNull(settings);
        ArgumentNullException.ThrowIfNull(configure);
        _plan = NodePlanner.Plan(settings, out var faults)
            ?? throw new ArgumentException($"The settings of the node have faults. {string.Join(" ", faults)}", nameof(settings));
        _dependencies = dependencies ?? new NodeDependencies();
        _name = new NodeDisplayName(_plan.Host?.Name ?? _plan.Certificates?.Options.Name);
        configure(_builder);
        _certificates = _dependencies.Tls is null && _plan.Certificates is { } certificates
            ? new ConfiguredCertificates(certificates, _dependencies.Logger, _dependencies.Time) : null;
        _tls = _dependencies.Tls ?? (INodeTls?)_certificates ?? new NoTls();
        _remotes = new RemoteNodes(_plan, _tls, _dependencies.Logger, _dependencies.Time);
        _topology = new TopologyService(_name, () => Address, _remotes, _dependencies.Time);
    }

    /// <summary>Takes messages to whom they concern, from <see cref="Start"/> on.</summary>
    public IMediator Mediator => _router;

    /// <summary>What it calls itself: <c>Host:Name</c>, or its name in its certificates, or where it listens.</summary>
    public string Name => _name.Value;

    /// <summary>Where it listens; null before <see cref="Start"/>, and where the settings have no <c>Host</c>.</summary>
    public Uri? Address => _host?.Address;

    /// <summary>The nodes it can reach, as things stand.</summary>
    public IReadOnlyList<RemoteInfo> Remotes => [.. _remotes.All.Select(
        r => new RemoteInfo(r.Name, r.Channel.Options.Address, r.Channel.ConnectionsOpened))];

    /// <summary>The certificates that the settings name; null before <see cref="StartAsync"/>, and where they name none or
    /// <see cref="NodeDependencies.Tls"/> is given.</summary>
    public NodeCertificates? Certificates => _certificates?.Opened;

    /// <summary>Where others join the network of these certificates; null on a node that joined it itself, or where nobody is to
    /// join.</summary>
    public EnrollmentServer? Enrollment => _certificates?.Enrollment;

    /// <summary>Looks who reaches whom: asks the remotes, which ask theirs. Takes up to 5 s where one of them is silent.</summary>
    public Task<NetworkTopology> GetTopologyAsync(CancellationToken token = default) => _topology.GetTopologyAsync(token);

    /// <summary>Opens the certificates that the settings name, which may take joining a network, and starts as <see cref="Start"/>
    /// does.</summary>
    /// <exception cref="JoinException">The node could not join.</exception>
    /// <exception cref="CertificateFolderException">The folder of its certificates cannot be used.</exception>
    /// <exception cref="InvalidOperationException">As <see cref="Start"/>.</exception>
    /// <exception cref="IOException">The port is taken.</exception>
    public async Task StartAsync(CancellationToken token = default)
    {
        if (_certificates is { Opened: null })
        {
            await _certificates.OpenAsync(token);
        }

        Start();
    }

    /// <summary>
    /// Makes handlers and behaviours, and listens where the settings have a <c>Host</c>. Remotes are connected with the first message for
    /// each. A node whose settings have <c>Certificates</c> is started with <see cref="StartAsync"/>.
    /// </summary>
    /// <exception cref="InvalidOperationException">Messages and handlers do not fit together, with all that is wrong; or it was started
    /// before.</exception>
    /// <exception cref="IOException">The port is taken.</exception>
    public void Start()
    {
        if (_started)
        {
            throw new InvalidOperationException("A node starts once.");
        }

        if (_certificates is { Opened: null })
        {
            throw new InvalidOperationException(
                "The settings have Certificates, and opening them may take joining a network: start the node with StartAsync.");
        }

        _started = true;
        var failures = new HandlerFailures(_name, _plan.DetailedErrors, _dependencies.Logger);
        var seen = new SeenNotifications(_plan.RememberedCount, _plan.RememberedFor, _dependencies.Time);
        var context = new RouteContext(
            _plan, _name, _remotes, failures, seen, _builder.Handlers, _builder.Behaviors, _dependencies.Services, _dependencies.Logger,
                _dependencies.Time);
        List<string> faults = [];
        var routes = _builder.Messages.ToFrozenDictionary(m => m.Message, m => m.Route(context, faults));
        if (faults.Count > 0)
        {
            throw new InvalidOperationException($"The node cannot start. {string.Join(" ", faults)}");
        }

        _router.Start(routes);
        if (_plan.Host is { } host)
        {
            _host = NodeListener.Start(
                _plan, host, [.. routes.Values.Select(r => r.Service), TopologyHost.Define(_topology)], Pages().All, _tls,
                    _dependencies.Logger,
                    _dependencies.Time);
            _name.ListensAt(_host.Address);
            NodeLog.Listening(_dependencies.Logger, Name, _host.Address);
            _certificates?.StartEnrollment(_host.Address);
        }
    }

    /// <summary>Ends gracefully: takes no more messages from other nodes, and lets those under way go on for
    /// <paramref name="grace"/>.</summary>
    public async Task StopAsync(TimeSpan grace)
    {
        if (_host is { } host)
        {
            await host.StopAsync(grace);
        }

        _remotes.Dispose();
        if (_certificates is not null)
        {
            await _certificates.DisposeAsync();
        }
    }

    /// <summary>Ends at once.</summary>
    public async ValueTask DisposeAsync() => await StopAsync(TimeSpan.Zero);

    private NodePages Pages() => new(_topology, () => Name, Fault, _tls.ForHost() is not null);

    private string? Fault() => _certificates?.Opened is { } own && own.ExpiresAt <= _dependencies.Time.GetUtcNow()
        ? $"the node's certificates expired at {own.ExpiresAt:u}" : null;
}

/// <summary>What a node uses beside its settings.</summary>
public sealed record NodeDependencies
{
    /// <summary>From which handlers with constructor parameters are made; null: such handlers are registered by hand.</summary>
    public IServiceProvider? Services { get; init; }

    /// <summary>The TLS of its hops, in place of the settings' <c>Certificates</c>; null, the default: by these, and none where there are
    /// none.</summary>
    public INodeTls? Tls { get; init; }

    /// <summary>Told what the node does and what fails.</summary>
    public ILogger Logger { get; init; } = NullLogger.Instance;

    /// <summary>The clock for deadlines, for the time between attempts to connect, and for how long notifications are remembered.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;
}
