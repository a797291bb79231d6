using Fathom.Mediator;
using Fathom.Mediator.Routing;
using Fathom.Mediator.Settings;
using Fathom.TestKit;
using Microsoft.Extensions.DependencyInjection;

namespace Fathom.Tests.Mediator.Routing;

/// <summary>Nodes without a network, by virtual time.</summary>
internal sealed class LocalNodes : IAsyncDisposable
{
    private readonly List<MediatorNode> _nodes = [];

    public VirtualTime Time { get; } = new();

    /// <summary>What the handler found by the generator was told.</summary>
    public TellHandler.Told Told { get; } = new();

    /// <summary>Starts a node with the handlers of this assembly.</summary>
    public IMediator Start(Action<MediatorBuilder>? configure = null)
    {
        var node = Node(b =>
        {
            b.AddHandlersOfFathomTests();
            configure?.Invoke(b);
        });
        node.Start();
        return node.Mediator;
    }

    public MediatorNode Node(Action<MediatorBuilder> configure, bool services = true) =>
        Node(configure, services ? new ServiceCollection().AddSingleton(Told).BuildServiceProvider() : null);

    public MediatorNode Node(Action<MediatorBuilder> configure, IServiceProvider? services)
    {
        var node = new MediatorNode(new MediatorSettings(), configure, new NodeDependencies { Services = services, Time = Time });
        _nodes.Add(node);
        return node;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var node in _nodes)
        {
            await node.DisposeAsync();
        }
    }
}
