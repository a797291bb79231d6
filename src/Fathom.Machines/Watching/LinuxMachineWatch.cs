using System.Diagnostics;
using System.Globalization;
using System.Runtime.CompilerServices;

namespace Fathom.Machines.Watching;

/// <summary>Reads the counters of a Linux machine from <c>/proc</c> and, where this process is in a limited control group, from
/// <c>/sys/fs/cgroup</c> (proc_stat(5), proc_pid_stat(5), the kernel's cgroup-v2 documentation).</summary>
/// <param name="procFolder">The folder of the proc file system.</param>
/// <param name="cgroupFolder">The folder of the control groups.</param>
public sealed class LinuxMachineWatch(string procFolder = "/proc", string cgroupFolder = "/sys/fs/cgroup") : IMachineWatch
{
    // USER_HZ, the unit of both files; 100 on every architecture that .NET supports.
    private const double TicksPerSecond = 100;

    /// <inheritdoc/>
    public MachineCounters? Read()
    {
        try
        {
            return Counters();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or FormatException or IndexOutOfRangeException)
        {
            // A sandbox may hide these files. Then nothing is watched, and the record has no disturbance.
            return null;
        }
    }

    private MachineCounters Counters()
    {
        // cpu user nice system idle iowait irq softirq steal guest guest_nice; guests are contained in user and nice.
        var processors = Numbers(File.ReadLines(Path.Combine(procFolder, "stat")).First()["cpu".Length..]);
        return new MachineCounters(
            processors.Take(8).Sum() / TicksPerSecond,
            (processors[0] + processors[1] + processors[2]) / TicksPerSecond,
            Own(),
            processors[7] / TicksPerSecond,
            Throttled(),
            SumOf(Path.Combine(procFolder, "vmstat"), "pswpin", "pswpout"),
            Speed());
    }

    // After the command's closing parenthesis: state is field 3; utime, stime, cutime and cstime are fields 14 to 17.
    private double Own()
    {
        var stat = File.ReadAllText(Path.Combine(procFolder, "self", "stat"));
        var fields = stat[(stat.LastIndexOf(')') + 2)..].Split(' ');
        return Enumerable.Range(14 - 3, 4).Sum(i => double.Parse(fields[i], CultureInfo.InvariantCulture)) / TicksPerSecond;
    }

    private double Throttled()
    {
        // "0::/path" is the group of version 2. A machine without the file limits nothing that is visible here.
        var group = File.ReadLines(Path.Combine(procFolder, "self", "cgroup"))
            .FirstOrDefault(line => line.StartsWith("0::", StringComparison.Ordinal))?["0::".Length..].Trim('/');
        var file = Path.Combine(cgroupFolder, group ?? "", "cpu.stat");
        return group is not null && File.Exists(file) ? SumOf(file, "throttled_usec") / 1_000_000 : 0;
    }

    private static double SumOf(string file, params ReadOnlySpan<string> names)
    {
        var sum = 0.0;
        foreach (var line in File.ReadLines(file))
        {
            if (line.Split(' ') is [var name, var value] && names.Contains(name))
            {
                sum += double.Parse(value, CultureInfo.InvariantCulture);
            }
        }

        return sum;
    }

    private static double[] Numbers(string line) =>
        [.. line.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(n => double.Parse(n, CultureInfo.InvariantCulture))];

    // A chain of multiplications depends on nothing but the processor's clock. The fastest of several short rounds was not interrupted.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static double Speed()
    {
        const int Rounds = 8;
        const int Steps = 100_000;
        var fastest = double.MaxValue;
        var state = 1u;
        for (var round = 0; round < Rounds; round++)
        {
            var began = Stopwatch.GetTimestamp();
            for (var i = 0; i < Steps; i++)
            {
                state = (state * 1_664_525) + 1_013_904_223;
            }

            fastest = Math.Min(fastest, Stopwatch.GetElapsedTime(began).TotalNanoseconds);
        }

        // The state is used, so that the compiler keeps the chain.
        return state == 0 ? 0 : Steps / fastest;
    }
}
