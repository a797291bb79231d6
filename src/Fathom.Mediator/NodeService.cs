using Microsoft.Extensions.Hosting;

namespace Fathom.Mediator;

/// <summary>Starts and stops the node with the application.</summary>
internal sealed class NodeService(MediatorNode node) : IHostedService
{
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(5);

    public Task StartAsync(CancellationToken cancellationToken)
    {
        node.Start();
        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken) => node.StopAsync(Grace).WaitAsync(cancellationToken);
}
