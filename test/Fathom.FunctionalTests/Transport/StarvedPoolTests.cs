using System.Diagnostics;
using System.Text.RegularExpressions;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Transport;

/// <summary>Calls of a process whose thread pool is blocked for ever, in a process of its own.</summary>
public partial class StarvedPoolTests
{
    private static readonly TimeSpan ToRun = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task A_blocking_call_a_deadline_and_a_cancellation_need_no_thread_of_the_pool()
    {
        var process = await ChildProcess.RunAsync(
            new ProcessStartInfo("dotnet", [Path.Combine(AppContext.BaseDirectory, "fathom-starved-pool.dll")])
            {
                // The pool cannot have fewer threads than processors.
                Environment = { ["DOTNET_PROCESSOR_COUNT"] = "2" },
            },
            ToRun);

        Time().Replace(process.Output, "").Trim().Split('\n').ShouldBe(
        [
            "plain answered: x", "plain deadline: DeadlineExceeded", "plain cancelled: Cancelled",
            "mutual TLS answered: x", "mutual TLS deadline: DeadlineExceeded", "mutual TLS cancelled: Cancelled",
        ], process.Errors);
    }

    [GeneratedRegex(" after [0-9]+ ms")]
    private static partial Regex Time();
}
