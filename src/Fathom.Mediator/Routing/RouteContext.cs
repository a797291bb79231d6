using Fathom.Mediator.Remotes;
using Fathom.Mediator.Settings;
using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Routing;

/// <summary>What the routes of one node share. The node owns everything in it.</summary>
/// <param name="Plan">The node's checked settings.</param>
/// <param name="Name">The node's name, for failures and notifications.</param>
/// <param name="Remotes">The channels to other nodes.</param>
/// <param name="Failures">Turns what handlers throw into the end of a call.</param>
/// <param name="Deliveries">The notifications that have arrived already, and what became of them.</param>
/// <param name="Handlers">The handlers of the node.</param>
/// <param name="Behaviors">The behaviours around handling and sending.</param>
/// <param name="Services">The services that handlers are created from; null where the node has none.</param>
/// <param name="Logger">The node's log.</param>
/// <param name="Time">The clock for deadlines.</param>
internal sealed record RouteContext(
    NodePlan Plan, NodeDisplayName Name, RemoteNodes Remotes, HandlerFailures Failures, NotificationDeliveries Deliveries,
    HandlerRegistry Handlers, BehaviorRegistry Behaviors, IServiceProvider? Services, ILogger Logger, TimeProvider Time)
{
    /// <summary>The node's services, or a provider without any.</summary>
    public IServiceProvider ServicesOrEmpty => Services ?? NoServices.Instance;
}

/// <summary>A service provider without services.</summary>
internal sealed class NoServices : IServiceProvider
{
    public static NoServices Instance { get; } = new();

    public object? GetService(Type serviceType) => null;
}
