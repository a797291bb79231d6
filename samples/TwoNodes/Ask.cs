using Fathom.Mediator;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Routing;
using Microsoft.Extensions.Hosting;

namespace Fathom.Samples.TwoNodes;

/// <summary>Sends a request to the other node, and tells all nodes that this one is there.</summary>
internal sealed class Ask(IMediator mediator, MediatorNode node) : BackgroundService
{
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        var within = MessageContext.WithTimeout(TimeSpan.FromSeconds(10)) with { CancellationToken = stoppingToken };
        var reply = await mediator.SendAsync(new Question("who is there?"), within);
        Console.WriteLine($"{reply.Node} answered {node.Name}: {reply.Text}");
        await mediator.PublishAsync(new Arrival(node.Name), within);
    }
}
