using System.Diagnostics;
using Fathom.Doctor.Services;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.Tests.Doctor.Services;

/// <summary>What a process computes, which here is that of the tests.</summary>
public sealed class ServerProcessTests
{
    private static readonly TimeSpan Computed = TimeSpan.FromMilliseconds(100);

    [Fact]
    public void The_processor_time_of_a_process_is_read()
    {
        Requires.Present(TestPrerequisites.Linux);
        var found = ServerProcess.Of(Environment.ProcessId).ShouldNotBeNull();
        found.Processors.ShouldNotBeNull().ShouldBeInRange(1, Environment.ProcessorCount);
        var began = Stopwatch.GetTimestamp();
        found.Begin();
        var process = Process.GetCurrentProcess();
        var before = process.TotalProcessorTime;
        do
        {
            process.Refresh();
        }
        while (process.TotalProcessorTime - before < Computed);

        // The kernel shows it in ticks of 10 ms.
        var used = found.Observe().ShouldNotBeNull();
        var elapsed = Stopwatch.GetElapsedTime(began).TotalMilliseconds;
        used.CpuMs.ShouldBeGreaterThanOrEqualTo(Computed.TotalMilliseconds - 20);
        used.IdleMs.ShouldNotBeNull().ShouldBeInRange(0, elapsed + 20);
        // It is who calls, too.
        used.CallerMs.ShouldBeGreaterThanOrEqualTo(Computed.TotalMilliseconds - 20);
    }

    [Fact]
    public void A_process_that_is_not_there_is_not_read() => ServerProcess.Of(int.MaxValue).ShouldBeNull();
}
