using System.Collections.Frozen;
using Fathom.Mediator.Remotes;
using Fathom.Mediator.Routing;
using Fathom.Mediator.Settings;
using Fathom.Transport.Server;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Fathom.Mediator;

/// <summary>
/// A node: a mediator, channels to its remotes, and a port where others reach it. Owned by whoever made it (with services: by those); disposing it ends its
/// messages and frees the port.
/// </summary>
public sealed class MediatorNode : IAsyncDisposable
{
    private readonly MediatorBuilder _builder = new();
    private readonly MessageRouter _router = new();
    private readonly NodePlan _plan;
    private readonly NodeName _name;
    private readonly MediatorNodeParts _given;
    private readonly RemoteNodes _remotes;
    private NativeHost? _host;
    private bool _started;

    /// <summary>
    /// Makes a node, which does nothing yet. Throws <see cref="ArgumentException"/> with every fault of the settings.
    /// </summary>
    /// <param name="settings">What it is told.</param>
    /// <param name="configure">Registers its messages, handlers and behaviours.</param>
    /// <param name="parts">What it uses; none of it when null.</param>
    public MediatorNode(MediatorSettings settings, Action<MediatorBuilder> configure, MediatorNodeParts? parts = null)
    {
        ArgumentNullException.ThrowIfNull(settings);
        ArgumentNullException.ThrowIfNull(configure);
        _plan = NodePlanner.Plan(settings, out var faults)
            ?? throw new ArgumentException($"The settings of the node have faults. {string.Join(" ", faults)}", nameof(settings));
        _given = parts ?? new MediatorNodeParts();
        _name = new NodeName(_plan.Host?.Name);
        configure(_builder);
        _remotes = new RemoteNodes(_plan, _given.Tls, _given.Logger, _given.Time);
    }

    /// <summary>Takes messages to whom they concern, from <see cref="Start"/> on.</summary>
    public IMediator Mediator => _router;

    /// <summary>What it calls itself: <c>Host:Name</c>, or where it listens.</summary>
    public string Name => _name.Value;

    /// <summary>Where it listens; null before <see cref="Start"/>, and where the settings have no <c>Host</c>.</summary>
    public Uri? Address => _host?.Address;

    /// <summary>The nodes it can reach, as things stand.</summary>
    public IReadOnlyList<RemoteInfo> Remotes => [.. _remotes.All.Select(r => new RemoteInfo(r.Name, r.Channel.Options.Address, r.Channel.ConnectionsOpened))];

    /// <summary>
    /// Makes handlers and behaviours, and listens where the settings have a <c>Host</c>. Remotes are connected with the first message for each.
    /// </summary>
    /// <exception cref="InvalidOperationException">Messages and handlers do not fit together, with all that is wrong; or it was started before.</exception>
    /// <exception cref="IOException">The port is taken.</exception>
    public void Start()
    {
        if (_started)
        {
            throw new InvalidOperationException("A node starts once.");
        }

        _started = true;
        var failures = new NodeFailures(_name, _plan.DetailedErrors, _given.Logger);
        var memory = new NotificationMemory(_plan.RememberedCount, _plan.RememberedFor, _given.Time);
        var parts = new NodeParts(
            _plan, _name, _remotes, failures, memory, _builder.Handlers, _builder.Behaviors, _given.Services, _given.Logger, _given.Time);
        List<string> faults = [];
        var routes = _builder.Messages.ToFrozenDictionary(m => m.Message, m => m.Route(parts, faults));
        if (faults.Count > 0)
        {
            throw new InvalidOperationException($"The node cannot start. {string.Join(" ", faults)}");
        }

        _router.Start(routes);
        if (_plan.Host is { } host)
        {
            _host = NodeListener.Start(_plan, host, [.. routes.Values.Select(r => r.Service), .. _given.Tls.Services], _given.Tls.ForHost(), _given.Logger, _given.Time);
            _name.ListensAt(_host.Address);
            NodeLog.Listening(_given.Logger, Name, _host.Address);
        }
    }

    /// <summary>Ends gracefully: takes no more messages from other nodes, and lets those under way go on for <paramref name="grace"/>.</summary>
    public async Task StopAsync(TimeSpan grace)
    {
        if (_host is { } host)
        {
            await host.StopAsync(grace);
        }

        _remotes.Dispose();
    }

    /// <summary>Ends at once.</summary>
    public async ValueTask DisposeAsync() => await StopAsync(TimeSpan.Zero);
}

/// <summary>What a node uses beside its settings.</summary>
public sealed record MediatorNodeParts
{
    /// <summary>From which handlers with constructor parameters are made; null: such handlers are registered by hand.</summary>
    public IServiceProvider? Services { get; init; }

    /// <summary>The TLS of its hops; none by default.</summary>
    public INodeTls Tls { get; init; } = new NoTls();

    /// <summary>Told what the node does and what fails.</summary>
    public ILogger Logger { get; init; } = NullLogger.Instance;

    /// <summary>The clock for deadlines, for the time between attempts to connect, and for how long notifications are remembered.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;
}
