using Fathom.Mediator.Remotes;
using Fathom.Mediator.Settings;
using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Routing;

/// <summary>What the routes of a node are made of; the node owns it all.</summary>
internal sealed record RouteContext(
    NodePlan Plan, NodeDisplayName Name, RemoteNodes Remotes, HandlerFailures Failures, SeenNotifications Seen, HandlerRegistry Handlers,
        BehaviorRegistry Behaviors,
    IServiceProvider? Services, ILogger Logger, TimeProvider Time);
