using Fathom.Link.Relay;

namespace Fathom.Tests.Link.Relay;

public class DueTimerTests
{
    private const long Millisecond = 1_000_000;

    [Fact]
    public async Task Nothing_completes_before_it_is_due_whatever_the_order_in_which_it_was_asked_for()
    {
        using var timer = new DueTimer();
        var begin = DueTimer.Now;
        var early = new List<long>();
        await Task.WhenAll(new[] { 7.3, 0.2, 3, 0.9, 12, 1.1, -1, 0 }.Select(async milliseconds =>
        {
            var due = begin + (long)(milliseconds * Millisecond);
            await timer.WaitAsync(due, CancellationToken.None);
            if (DueTimer.Now < due)
            {
                early.Add(due);
            }
        }));
        early.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_wait_can_be_cancelled_and_the_timer_ends_with_waits_left()
    {
        using var cancelled = new CancellationTokenSource();
        var timer = new DueTimer();
        var wait = timer.WaitAsync(DueTimer.Now + (3_600_000 * Millisecond), cancelled.Token);
        await cancelled.CancelAsync();
        await Should.ThrowAsync<OperationCanceledException>(wait);
        timer.Dispose();
    }
}
