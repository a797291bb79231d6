using System.Diagnostics;
using System.Runtime.Versioning;
using Fathom.Doctor.Interventions;
using Fathom.Machines.Kernel;
using Fathom.TestKit;
using Fathom.TestKit.Plants;
using Fathom.TestKit.Prerequisites;

namespace Fathom.LinuxTests.Doctor;

/// <summary>What is set around a program is set by programs with a full path: a bare name is looked for in the current folder
/// first.</summary>
public class RunEnvironmentTests
{
    public RunEnvironmentTests() => Requires.Present(TestPrerequisites.Linux);

    [Fact]
    public void A_bare_name_is_not_started() =>
        Should.Throw<ArgumentException>(() => new RunEnvironment().Start(new ProcessStartInfo("true"))).Message.ShouldContain("'true'");

    [Fact]
    public async Task A_program_is_started_in_a_group_without_the_limit()
    {
        var cancellation = TestContext.Current.CancellationToken;
        using var limit = LimitOrSkip();
        var limited = Path.GetDirectoryName(limit.Processes)!;
        await using var group = await UnlimitedGroup.CreateAsync([limited, Path.GetDirectoryName(limited)!], cancellation);
        (await ReadAsync(group, "/proc/self/cgroup", cancellation)).ShouldContain("fathom-doctor-");
    }

    [Fact]
    [SupportedOSPlatform("linux")]
    public async Task A_program_is_started_with_all_processors()
    {
        Assert.SkipWhen(ProcessorLists.Online().Count < 2, "needs two processors");
        var cancellation = TestContext.Current.CancellationToken;
        using var own = Process.GetCurrentProcess();
        var before = own.ProcessorAffinity;
        try
        {
            own.ProcessorAffinity = 1;
            await using var wide = await new AllProcessors().PrepareAsync(cancellation);
            (await ReadAsync(wide, "/proc/self/status", cancellation)).ShouldContain($"Cpus_allowed_list:\t{ProcessorLists.OnlineText}\n");
        }
        finally
        {
            own.ProcessorAffinity = before;
        }
    }

    private static CpuLimit LimitOrSkip()
    {
        try
        {
            return CpuLimit.Create(50);
        }
        catch (PlantMissingException e)
        {
            Assert.Skip(e.Message);
            throw;
        }
    }

    private static async Task<string> ReadAsync(RunEnvironment around, string file, CancellationToken cancellation)
    {
        using var cat = around.Start(new ProcessStartInfo("/bin/cat", [file]) { RedirectStandardOutput = true });
        return await cat.StandardOutput.ReadToEndAsync(cancellation);
    }
}
