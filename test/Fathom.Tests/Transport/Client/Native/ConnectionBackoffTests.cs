using Fathom.Transport.Client.Native;

namespace Fathom.Tests.Transport.Client.Native;

public sealed class ConnectionBackoffTests
{
    [Fact]
    public void Waits_grow_by_1_6_up_to_the_longest_give_or_take_a_fifth()
    {
        for (var trial = 0; trial < 200; trial++)
        {
            var backoff = new ConnectionBackoff(TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(5));
            foreach (var seconds in new[] { 1, 1.6, 2.56, 4.096, 5, 5 })
            {
                // Ticks are whole numbers.
                backoff.NextDelay().TotalSeconds.ShouldBeInRange((seconds * 0.8) - 1e-6, (seconds * 1.2) + 1e-6);
            }
        }
    }

    [Fact]
    public void They_differ_so_that_not_all_clients_come_back_at_once()
    {
        var waits = Enumerable.Range(0, 100).Select(
            _ => new ConnectionBackoff(TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(5)).NextDelay())
            .Distinct();
        waits.Count().ShouldBeGreaterThan(50);
    }

    [Fact]
    public void After_a_connection_was_made_they_begin_anew()
    {
        var backoff = new ConnectionBackoff(TimeSpan.FromSeconds(1), TimeSpan.FromMinutes(2));
        for (var i = 0; i < 10; i++)
        {
            backoff.NextDelay();
        }

        backoff.Reset();

        backoff.NextDelay().TotalSeconds.ShouldBeInRange(0.8, 1.2);
    }
}
