using System.Diagnostics;
using Fathom.Link.Plans;
using Fathom.TestKit;

namespace Fathom.LinuxTests;

/// <summary>Nothing is left behind: no namespace, no device in one, no process, however the link ends.</summary>
public class LeftoverTests
{
    [Fact]
    public async Task A_link_that_is_disposed_leaves_nothing()
    {
        var link = await Machine.LinkAsync(new LinkSpec());
        using var spaces = Spaces.Of(link);
        spaces.Count.ShouldBe(5, "two networks, and one user, PID and mount namespace");
        // A grandchild that has left its session, as a daemon does.
        using var command = Machine.Start(link.Near!, "setsid", "sh", "-c", "echo up; sleep 98761 & wait");
        (await command.StandardOutput.ReadLineAsync()).ShouldBe("up");
        await Eventually.HoldsAsync(() => spaces.Inhabitants().Any(p => p.EndsWith("sleep", StringComparison.Ordinal)),
            "the command's child starts");
        await link.DisposeAsync();

        spaces.Inhabitants().ShouldBeEmpty("all are gone when disposing is done");
        await command.WaitForExitAsync();
        command.ExitCode.ShouldBe(137);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_process_killed_by_force_leaves_nothing_of_its_link(bool theOutsideOne)
    {
        Machine.RequireLinks();
        // A number unique to this test: another run may be active.
        var seconds = $"{1_000_000 + Environment.ProcessId}{(theOutsideOne ? 1 : 2)}";
        using var outside = Sample.Start("""{"Both":{"Delay":"00:00:00.010"}}""", "near", "sh", "-c", $"sleep {seconds} & wait");
        try
        {
            await Eventually.HoldsAsync(() => Sleeping(seconds).Count == 1, "the command's child starts");
            var sleeping = Sleeping(seconds).Single();
            using var spaces = Spaces.Of([sleeping]);
            spaces.Inhabitants().ShouldNotBeEmpty();

            // Either the process that created the link, or the one inside.
            var killed = theOutsideOne ? outside.Id : FirstOf(sleeping);
            Process.GetProcessById(killed).Kill();
            await outside.WaitForExitAsync();
            await Eventually.HoldsAsync(() => spaces.Inhabitants().Count == 0, "the kernel ends what is in the link");
            Sleeping(seconds).ShouldBeEmpty();
        }
        finally
        {
            outside.Kill();
        }
    }

    [Fact]
    public async Task A_link_that_breaks_says_so()
    {
        await using var link = await Machine.LinkAsync(new LinkSpec());
        Process.GetProcessById(link.Near!.Host).Kill();
        (await Should.ThrowAsync<InvalidOperationException>(link.Ended.WaitAsync(TimeSpan.FromSeconds(120)))).Message.ShouldStartWith(
            "the link broke");
    }

    // The first process of the PID namespace that another is in.
    private static int FirstOf(int process)
    {
        var space = Spaces.Link($"/proc/{process}/ns/pid");
        return Running.Ids().Single(p => Spaces.Link($"/proc/{p}/ns/pid") == space && File.ReadLines($"/proc/{p}/status")
            .First(l => l.StartsWith("NSpid:", StringComparison.Ordinal)).EndsWith("\t1", StringComparison.Ordinal));
    }

    private static List<int> Sleeping(string seconds) =>
        [.. Running.Ids().Where(p => Running.CommandLine(p) == $"sleep\0{seconds}\0")];
}
