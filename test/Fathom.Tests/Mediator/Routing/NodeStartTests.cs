using Fathom.Mediator.Messages;
using Fathom.Mediator.Routing;
using Microsoft.Extensions.DependencyInjection;

namespace Fathom.Tests.Mediator.Routing;

/// <summary>What keeps a node from starting, or a message from its handler.</summary>
public sealed class NodeStartTests : IAsyncDisposable
{
    private readonly LocalNodes _nodes = new();

    [Fact]
    public void What_does_not_fit_together_is_named_at_once_when_the_node_starts()
    {
        var node = _nodes.Node(
            b => b.AddHandlersOfFathomTests().AddRequestHandler(new AskBy((_, _) => default))
                .AddRequestHandler(new AskBy((_, _) => default)), services: false);

        Should.Throw<InvalidOperationException>(node.Start).Message.ShouldBe(
            "The node cannot start. Ask has 2 handlers; exactly one is accepted. Register one of them by hand: it takes precedence over "
            + "handlers that the generator discovered. "
            + "A handler of Tell has constructor parameters, and the node has no services to create it from: set "
            + "NodeDependencies.Services, or register the handler by hand.");
    }

    [Fact]
    public async Task A_service_that_is_missing_is_named()
    {
        var node = _nodes.Node(b => b.AddHandlersOfFathomTests(), new ServiceCollection().BuildServiceProvider());
        node.Start();

        var failure = await Should.ThrowAsync<PublishException>(() => node.Mediator.PublishAsync(new Tell(1)).AsTask());

        failure.InnerExceptions.ShouldHaveSingleItem().Message.ShouldBe(
            "Fathom.Tests.Mediator.Routing.TellHandler needs a Told, and no such service is registered. Register the service, or the "
            + "handler by hand.");
    }

    [Fact]
    public async Task A_message_that_is_not_registered_and_a_node_that_has_not_started_are_said()
    {
        var node = _nodes.Node(_ => { });
        (await Should.ThrowAsync<InvalidOperationException>(() => node.Mediator.SendAsync(new Ask(1)).AsTask())).Message.ShouldStartWith(
            "The node has not started");
        node.Start();
        (await Should.ThrowAsync<InvalidOperationException>(() => node.Mediator.SendAsync(new Ask(1)).AsTask())).Message
            .ShouldBe(
            "The node does not know Ask. Register the messages of Fathom.Tests with the generated AddHandlersOf... of that assembly.");
        Should.Throw<InvalidOperationException>(node.Start).Message.ShouldBe(
            "The node was started before. A node starts once: create a new one.");
    }

    public ValueTask DisposeAsync() => _nodes.DisposeAsync();
}
