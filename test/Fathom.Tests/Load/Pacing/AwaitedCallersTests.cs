using System.Collections.Concurrent;
using FsCheck;
using FsCheck.Fluent;
using Fathom.Load.Pacing;
using Fathom.TestKit;

namespace Fathom.Tests.Load.Pacing;

/// <summary>Callers over any client: as many calls as asked, each caller's one after another.</summary>
public class AwaitedCallersTests
{
    [Fact]
    public void Every_call_of_the_plan_is_made_once_and_no_caller_has_two_at_a_time() => Prop.ForAll(
        ArbMap.Default.ArbFor<(byte Callers, byte Total)>(), given =>
        {
            var callers = 1 + (given.Callers % 8);
            var (made, under) = (new ConcurrentBag<long>(), new int[callers]);
            AwaitedCallers.RunAsync(
                callers, new PlanLimits(given.Total, null),
                async (caller, ticket) =>
                {
                    Interlocked.Increment(ref under[caller]).ShouldBe(1);
                    await Task.Yield();
                    made.Add(ticket.Number);
                    Interlocked.Decrement(ref under[caller]);
                },
                TimeProvider.System, CancellationToken.None).GetAwaiter().GetResult();
            made.Order().ShouldBe(Enumerable.Range(0, given.Total).Select(n => (long)n));
        }).QuickCheckThrowOnFailure();

    [Fact]
    public async Task No_call_starts_after_the_plan_has_ended_and_the_last_is_awaited()
    {
        var time = new VirtualTime();
        var calls = 0;
        await AwaitedCallers.RunAsync(
            1, new PlanLimits(null, TimeSpan.FromSeconds(1)),
            (_, _) =>
            {
                calls++;
                time.Advance(TimeSpan.FromMilliseconds(300));
                return Task.CompletedTask;
            },
            time, CancellationToken.None);
        calls.ShouldBe(4);
    }

    [Fact]
    public async Task Being_stopped_awaits_the_calls_under_way()
    {
        using var stop = new CancellationTokenSource();
        var (started, answer) = (new TaskCompletionSource(), new TaskCompletionSource());
        var running = AwaitedCallers.RunAsync(
            1, PlanLimits.None,
            (_, _) =>
            {
                started.SetResult();
                return answer.Task;
            },
            TimeProvider.System, stop.Token);
        await started.Task;
        await stop.CancelAsync();
        running.IsCompleted.ShouldBeFalse();
        answer.SetResult();
        await running;
    }

    [Fact]
    public async Task What_a_call_throws_is_thrown() => (await Should.ThrowAsync<InvalidOperationException>(AwaitedCallers.RunAsync(
        2, new PlanLimits(2, null), (caller, _) => caller == 0 ? throw new InvalidOperationException("of caller 0") : Task.CompletedTask,
        TimeProvider.System, CancellationToken.None))).Message.ShouldBe("of caller 0");
}
