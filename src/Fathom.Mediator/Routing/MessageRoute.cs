using Fathom.Transport.Server;

namespace Fathom.Mediator.Routing;

/// <summary>Where the messages of one type go, from this node and from others; decided when the node starts.</summary>
internal abstract class MessageRoute
{
    /// <summary>The gRPC service by which other nodes send them here.</summary>
    public abstract ServiceDefinition Service { get; }
}
