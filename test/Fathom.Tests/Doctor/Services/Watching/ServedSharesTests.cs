using Fathom.Doctor.Services.Watching;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.Tests.Doctor.Services.Watching;

/// <summary>Which of several servers computes: here that of the tests, beside one that does nothing.</summary>
public sealed class ServedSharesTests
{
    private static readonly TimeSpan Computed = TimeSpan.FromMilliseconds(200);

    [Fact]
    public async Task The_one_that_computes_has_all_of_it()
    {
        Requires.Present(TestPrerequisites.Linux);
        await using var idle = ChildProcess.Start("sleep", "60");
        var watch = new ServerWatch([Environment.ProcessId, idle.Id], [new(81, [idle.Id]), new(82, [Environment.ProcessId])]);
        var seen = await watch.WatchAsync(2, () =>
        {
            var began = Environment.CpuUsage.TotalTime;
            SpinWait.SpinUntil(() => Environment.CpuUsage.TotalTime - began >= Computed);
            return Task.CompletedTask;
        }, new WatchPlan(TimeSpan.FromMilliseconds(1), 2, TimeSpan.Zero), TestContext.Current.CancellationToken);
        seen.Servers.ShouldBe([new(81, 0), new(82, 1)]);
    }
}
