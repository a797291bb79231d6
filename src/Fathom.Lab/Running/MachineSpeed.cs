using System.Runtime.CompilerServices;

namespace Fathom.Lab.Running;

/// <summary>How fast this machine is beside the reference machine, on which the time of the quick profiles was measured.</summary>
public static class MachineSpeed
{
    // Rounds that two threads of the reference machine got through in a millisecond, together: the best of ten measurements. One of its
    // processors got through 44 % of that.
    private const double ReferenceRate = 1_800_000;

    // The two of the reference machine: more of them hardly shorten a run, most of whose steps are two processes.
    private const int Threads = 2;

    // What others do disturbs a slice; the best of them is the speed of the machine itself.
    private const int Slices = 10;

    private const int RoundsBetweenReadings = 2_000;

    private static readonly TimeSpan Slice = TimeSpan.FromMilliseconds(25);

    /// <summary>Measures the speed, in about 0.25 s: 1 is that of the reference machine, 0.5 half of it.</summary>
    /// <param name="time">The clock.</param>
    public static double Measure(TimeProvider time) => RoundsPerMillisecond(time) / ReferenceRate;

    /// <summary>What two threads get through together in a millisecond, in the best of some slices.</summary>
    /// <param name="time">The clock.</param>
    internal static double RoundsPerMillisecond(TimeProvider time) => Enumerable.Range(0, Slices).Max(_ => OfSlice(time));

    private static double OfSlice(TimeProvider time)
    {
        var rounds = new long[Threads];
        var began = time.GetTimestamp();
        var threads = Enumerable.Range(0, Threads).Select(i => new Thread(() => rounds[i] = Work(time, began))).ToList();
        threads.ForEach(t => t.Start());
        threads.ForEach(t => t.Join());
        return rounds.Sum() / time.GetElapsedTime(began).TotalMilliseconds;
    }

    // Dependent multiplications and reads of a table that fits the first cache, much like what a compiler and an interpreter of code do.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static long Work(TimeProvider time, long began)
    {
        var table = new uint[4096];
        var (state, rounds) = (1u, 0L);
        while (time.GetElapsedTime(began) < Slice)
        {
            for (var i = 0; i < RoundsBetweenReadings; i++)
            {
                state = (state * 1_664_525) + 1_013_904_223 + table[state >> 20];
                table[state >> 20] = state;
            }

            rounds += RoundsBetweenReadings;
        }

        return rounds;
    }
}
