using System.Collections.Concurrent;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Mediator.Notifications;

/// <summary>A node that publishes more at once than its remote can hold: publishing takes longer, and nothing is lost.</summary>
[Collection(Alone.Name)]
public class NotificationBurstTests
{
    private const int Count = 8000;

    [Fact]
    public async Task Eight_thousand_of_20_kB_at_once_all_arrive()
    {
        SendBudget.DefaultLimit.ShouldBe(SecurityPage.Bytes("4 MiB of those"));
        var (sender, red) = TestNode.Pair();
        await using var _ = sender;
        await using var __ = red;
        var text = new string('x', 20_000);
        var failures = new ConcurrentQueue<Exception>();

        await Task.WhenAll(Enumerable.Range(0, Count).Select(n => Task.Run(async () =>
        {
            try
            {
                await sender.Mediator.PublishAsync(new Bing(n, text));
            }
            catch (PublishException e)
            {
                failures.Enqueue(e);
            }
        })));

        failures.Select(f => f.Message).Distinct().ShouldBeEmpty($"{failures.Count} of {Count} were lost");
        red.Log.Bings.Order().ShouldBe(Enumerable.Range(0, Count));
    }
}
