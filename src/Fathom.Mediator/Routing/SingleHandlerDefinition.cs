using Fathom.Mediator.Remotes;

namespace Fathom.Mediator.Routing;

/// <summary>A type of message that one handler answers, here or on the remote that the message names. What differs between requests and
/// streams is theirs.</summary>
/// <typeparam name="THandler">The interface of its handlers.</typeparam>
/// <typeparam name="TNext">The delegate by which its messages are handled or sent.</typeparam>
internal abstract class SingleHandlerDefinition<THandler,
    TNext>(Type message, string service, string? remote) : MessageDefinition(message, service, remote)
    where THandler : class
    where TNext : Delegate
{
    /// <summary>Where a message goes that is sent on this node, and where one that came from another.</summary>
    protected (TNext Send, TNext Serve) Ways(RouteContext node, List<string> faults)
    {
        var local = Local(node, faults);
        var remote = node.Remotes.Find(Remote) is { } found ? Sending(found, node) : null;
        var here = local is null ? null : WithDeadline(local, node);
        var nobody = Nobody(node);

        // What another node sent here was meant for here, so that two nodes that name each other do not pass it to and fro.
        return (remote ?? here ?? nobody, local ?? remote ?? nobody);
    }

    /// <summary>The handler with the behaviours around it.</summary>
    protected abstract TNext Handling(HandlerSource<THandler> source, RouteContext node);

    /// <summary>The handler for who is on the same node: a deadline is kept as it is on the wire.</summary>
    protected abstract TNext WithDeadline(TNext local, RouteContext node);

    /// <summary>The way to a remote with the behaviours around it.</summary>
    protected abstract TNext Sending(Remote remote, RouteContext node);

    /// <summary>Fails with <see cref="MessageDefinition.NoHandler"/>.</summary>
    protected abstract TNext Nobody(RouteContext node);

    private TNext? Local(RouteContext node, List<string> faults)
    {
        if (node.Handlers.One<THandler>(Message.Name, faults) is not { } source)
        {
            return null;
        }

        CheckServices(source, node, faults);
        return Handling(source, node);
    }
}
