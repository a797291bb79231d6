using Fathom.Machines.Watching;
using Fathom.TestKit;

namespace Fathom.Tests.Machines.Watching;

/// <summary>What the counters of a machine say about the time between two readings.</summary>
public class MachineLoadTests
{
    private static readonly MachineCounters Start = new(100, 50, 20, 1, 0, 10, 1);

    [Fact]
    public void Time_of_other_programs_is_what_was_busy_and_not_our_own()
    {
        var load = MachineLoad.Between(Start, new(120, 62, 30, 1, 0, 10, 1), 1);

        load.Others.ShouldBe(0.1, 1e-12);
        load.FindDisturbance().ShouldBeNull("the limit itself is accepted");
    }

    [Theory]
    [InlineData(63, 30, 1, 0, 10, 1, "other programs used 15 % of the processors")]
    [InlineData(60, 30, 3, 0, 10, 1, "the hypervisor gave 10 % of the processors to other machines")]
    [InlineData(60, 30, 1, 0.2, 10, 1, "a limit of processor time stopped the processes for 200 ms")]
    [InlineData(60, 30, 1, 0, 111, 1, "101 memory pages were swapped")]
    [InlineData(60, 30, 1, 0, 10, 0.5, "a processor ran at 50 % of its speed")]
    [InlineData(70, 30, 1, 0, 10, 0.5, "other programs used 50 % of the processors; a processor ran at 50 % of its speed")]
    public void What_disturbs_is_named_the_worst_first(
        double busy, double own, double stolen, double throttled, double pages, double speed, string text) =>
        MachineLoad.Between(Start, new(120, busy, own, stolen, throttled, pages, speed), 1).FindDisturbance()!.Text.ShouldBe(text);

    [Fact]
    public void The_files_of_Linux_are_read_as_its_manual_says()
    {
        using var folder = new TemporaryFolder();
        Write("proc/stat", "cpu  100 10 40 800 30 5 15 7 3 2\ncpu0 1 1 1 1 1 1 1 1 1 1\n");
        Write("proc/self/stat", "42 (a ) b) S 1 42 42 0 -1 4194560 1 2 3 4 11 12 13 14 20 0 1 0 100 1000 10\n");
        Write("proc/self/cgroup", "1:cpu:/x\n0::/limited\n");
        Write("proc/vmstat", "pgfault 7\npswpin 3\npswpout 4\n");
        Write("cgroup/limited/cpu.stat", "usage_usec 5\nnr_throttled 2\nthrottled_usec 1500000\n");

        var read = new LinuxMachineWatch(folder.PathOf("proc"), folder.PathOf("cgroup")).Read()!;

        (read with { Speed = 0 }).ShouldBe(new MachineCounters(10.07, 1.5, 0.5, 0.07, 1.5, 7, 0));
        read.Speed.ShouldBeGreaterThan(0);

        void Write(string file, string text)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(folder.PathOf(file))!);
            File.WriteAllText(folder.PathOf(file), text);
        }
    }

    [Fact]
    public void Without_these_files_nothing_is_watched()
    {
        using var folder = new TemporaryFolder();
        new LinuxMachineWatch(folder.Path, folder.Path).Read().ShouldBeNull();
    }
}
