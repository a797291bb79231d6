using System.Collections.Frozen;
using Fathom.Mediator.Certificates;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Certificates.Storage;
using Fathom.Mediator.Remotes;
using Fathom.Mediator.Routing;
using Fathom.Mediator.Settings;
using Fathom.Mediator.Topology;
using Fathom.Transport.Logging;
using Fathom.Transport.Server;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Fathom.Mediator;

/// <summary>
/// A node: a mediator, channels to its remotes, and a port for other nodes. Owned by its creator, or by the service provider it is
/// registered with. Disposing it cancels its messages and frees the port.
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
    /// Creates a node. Call <see cref="StartAsync"/> to start it. Throws <see cref="ArgumentException"/> with every fault of the settings.
    /// </summary>
    /// <param name="settings">The settings.</param>
    /// <param name="configure">Registers its messages, handlers and behaviours.</param>
    /// <param name="dependencies">Services, TLS, log and clock; the defaults when null.</param>
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
            ? new ConfiguredCertificates(certificates, _dependencies.LoggerFactory, _dependencies.Time) : null;
        if (_dependencies.Tls is null && _certificates is null && PlainTextRule.Faults(_plan).ToList() is [_, ..] plain)
        {
            throw new ArgumentException($"The settings of the node have faults. {string.Join(" ", plain)}", nameof(settings));
        }

        _tls = _dependencies.Tls ?? (INodeTls?)_certificates ?? new NoTls();
        _remotes = new RemoteNodes(_plan, _tls, _dependencies.LoggerFactory, _dependencies.Time);
        _topology = new TopologyService(_name, () => Address, _remotes, _dependencies.Time);
    }

    /// <summary>The mediator. Usable once the node has started.</summary>
    public IMediator Mediator => _router;

    /// <summary>The node's name: <c>Host:Name</c>, else its name in its certificates, else its address.</summary>
    public string Name => _name.Value;

    /// <summary>The address it listens on; null before <see cref="Start"/>, and without the section <c>Host</c>.</summary>
    public Uri? Address => _host?.Address;

    /// <summary>The remotes of this node.</summary>
    public IReadOnlyList<RemoteInfo> Remotes => [.. _remotes.All.Select(
        r => new RemoteInfo(r.Name, r.Address, r.ConnectionsOpened))];

    /// <summary>The certificates of the section <c>Certificates</c>; null before <see cref="StartAsync"/>, without the section, and if
    /// <see cref="NodeDependencies.Tls"/> is set.</summary>
    public NodeCertificates? Certificates => _certificates?.Opened;

    /// <summary>The enrollment server for new nodes; null on a node that joined the network itself, and if enrollment is not
    /// possible.</summary>
    public EnrollmentServer? Enrollment => _certificates?.Enrollment;

    /// <summary>The notifications that other nodes bring; null before <see cref="Start"/>.</summary>
    internal NotificationDeliveries? Deliveries { get; private set; }

    /// <summary>Collects which nodes reach which: queries the remotes, which query theirs. Takes up to 5 s if a remote does not answer.
    /// Within a second the result is the same. Up to 2,000 nodes with 8,000 remotes, see
    /// <see cref="NetworkTopology.IsTruncated"/>.</summary>
    public Task<NetworkTopology> GetTopologyAsync(CancellationToken token = default) => _topology.GetTopologyAsync(token);

    /// <summary>Opens the certificates of the settings, joining a network if the folder is empty, then starts as <see cref="Start"/>
    /// does.</summary>
    /// <exception cref="JoinException">The node could not join.</exception>
    /// <exception cref="CertificateFolderException">The folder of the certificates is not usable.</exception>
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
    /// Creates handlers and behaviours, and listens if the settings have a <c>Host</c>. A remote is connected by the first message to
    /// it. A node with <c>Certificates</c> in its settings is started with <see cref="StartAsync"/>.
    /// </summary>
    /// <exception cref="InvalidOperationException">Messages and handlers do not fit together; the message lists every fault. Or the node
    /// was started before.</exception>
    /// <exception cref="IOException">The port is taken.</exception>
    public void Start()
    {
        if (_started)
        {
            throw new InvalidOperationException("The node was started before. A node starts once: create a new one.");
        }

        if (_certificates is { Opened: null })
        {
            throw new InvalidOperationException(
                "The settings have Certificates, and opening them may join a network. Start the node with StartAsync.");
        }

        _started = true;
        var failures = new HandlerFailures(_name, _plan.DetailedErrors, _dependencies.Logger);
        Deliveries = new NotificationDeliveries(
            new SeenNotifications(_plan.RememberedCount, _plan.RememberedFor, _dependencies.Time));
        var context = new RouteContext(
            _plan, _name, _remotes, failures, Deliveries, _builder.Handlers, _builder.Behaviors, _dependencies.Services,
            _dependencies.Logger, _dependencies.Time);
        List<string> faults = [];
        var routes = _builder.Messages.ToFrozenDictionary(m => m.Message, m => m.CreateRoute(context, faults));
        if (faults.Count > 0)
        {
            throw new InvalidOperationException($"The node cannot start. {string.Join(" ", faults)}");
        }

        _router.Start(routes);
        if (_plan.Host is { } host)
        {
            _host = NodeListener.Start(
                _plan, host, [.. routes.Values.Select(r => r.Service), TopologyHost.Define(_topology)], Pages().All, _tls,
                    _dependencies.LoggerFactory,
                    _dependencies.Time);
            _name.ListensAt(_host.Address);
            NodeLog.Listening(_dependencies.Logger, Name, _host.Address);
            _certificates?.StartEnrollment(_host.Address);
        }
    }

    /// <summary>Stops gracefully: accepts no more messages from other nodes, and gives running ones up to <paramref name="grace"/> to
    /// complete.</summary>
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

    /// <summary>Stops at once.</summary>
    public async ValueTask DisposeAsync() => await StopAsync(TimeSpan.Zero);

    private NodePages Pages() => new(_topology, () => Name, () => _certificates?.Opened?.Fault, () => _certificates?.Opened?.Warning,
        _tls.ForHost() is not null);
}

/// <summary>What a node uses beside its settings: services, TLS, log and clock.</summary>
public sealed record NodeDependencies
{
    /// <summary>The services that handlers with constructor parameters are created from. Null: register such handlers by hand.</summary>
    public IServiceProvider? Services { get; init; }

    /// <summary>TLS of all hops, in place of the section <c>Certificates</c>. Null, the default: as that section says; without it no
    /// TLS.</summary>
    public INodeTls? Tls { get; init; }

    /// <summary>Makes the node's loggers, of category <c>Fathom.Mediator</c> and those of its transport: what the node does and what fails.
    /// Default: nothing is logged.</summary>
    public ILoggerFactory LoggerFactory
    {
        get;
        init
        {
            field = value;
            Logger = new RateLimitedLogger(value.CreateLogger("Fathom.Mediator"));
        }
    } = NullLoggerFactory.Instance;

    /// <summary>The clock for deadlines, reconnect delays, and the retention of notification ids.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    internal ILogger Logger { get; private init; } = NullLogger.Instance;
}
