using System.Runtime.CompilerServices;
using Fathom.Machines.Prerequisites;

namespace Fathom.Studies.Running;

/// <summary>How fast this machine is beside the reference machine, on which the time of the quick profiles was measured.</summary>
public static class MachineSpeed
{
    // Rounds that one processor of the reference machine gets through in a millisecond: 949,000 to 998,000 in twenty measurements.
    private const double ReferenceRate = 970_000;

    // Of the reference machine. More of them hardly shorten a run, most of whose steps are two processes.
    private const int ReferenceProcessors = 2;

    // What others do disturbs a slice; the best of them is the speed of the machine itself.
    private const int Slices = 10;

    /// <summary>The speed of one processor beside two: a step of compression took 1.4 times as long, and one of mediator 1.35 times, since
    /// server and client of a replicate mostly take turns.</summary>
    public const double ShareOfOneProcessor = 0.7;

    // What the reference machine takes to start a subject that describes itself and ends. Derived, not measured there: 84 ms where
    // MeasureCalculation says 0.79, and where the quick profiles of compression and mediator took 38 and 35 s of the 29 and 34 planned.
    private const double ReferenceStartMs = 68;

    private const int Starts = 3;
    private const int RoundsBetweenReadings = 2_000;

    private static readonly TimeSpan Slice = TimeSpan.FromMilliseconds(25);

    /// <summary>
    /// Measures the speed, in about 0.25 s: 1 is that of the reference machine, 0.5 half of it. One thread measures; where this
    /// process may use one processor only, the speed is 0.7 of that. Two threads that begin together often share a processor for a second.
    /// </summary>
    /// <param name="time">The clock.</param>
    public static double MeasureCalculation(TimeProvider time)
    {
        ArgumentNullException.ThrowIfNull(time);
        var rate = Enumerable.Range(0, Slices).Max(_ => RoundsPerMillisecond(time));
        return rate / ReferenceRate * (Environment.ProcessorCount < ReferenceProcessors ? ShareOfOneProcessor : 1);
    }

    /// <summary>
    /// Measures how fast programs start, as the best of three: most of a quick step is the start of two processes, and a machine whose
    /// hypervisor makes memory pages expensive (10 us each instead of 2) takes twice as long for it while it calculates as fast as ever.
    /// </summary>
    /// <param name="machine">Runs the program.</param>
    /// <param name="program">A subject's program, as its catalog starts it.</param>
    /// <param name="arguments">Its arguments, with which it ends by itself.</param>
    /// <param name="time">The clock.</param>
    /// <param name="cancellation">Ends the program, and the measurement.</param>
    /// <returns>1 is the speed of the reference machine; null if the program failed, which says nothing of the machine.</returns>
    public static async Task<double?> MeasureStartsAsync(
        IMachine machine, string program, IReadOnlyList<string> arguments, TimeProvider time, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(machine);
        ArgumentNullException.ThrowIfNull(time);
        var best = TimeSpan.MaxValue;
        for (var i = 0; i < Starts; i++)
        {
            var began = time.GetTimestamp();
            if (await machine.RunAsync(program, arguments, cancellation) is not { ExitCode: 0 })
            {
                return null;
            }

            best = time.GetElapsedTime(began) is var took && took < best ? took : best;
        }

        return ReferenceStartMs / best.TotalMilliseconds;
    }

    // Dependent multiplications and reads of a table that fits the first cache, much like what a compiler and an interpreter of code do.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private static double RoundsPerMillisecond(TimeProvider time)
    {
        var table = new uint[4096];
        var (state, rounds) = (1u, 0L);
        var began = time.GetTimestamp();
        while (time.GetElapsedTime(began) < Slice)
        {
            for (var i = 0; i < RoundsBetweenReadings; i++)
            {
                state = (state * 1_664_525) + 1_013_904_223 + table[state >> 20];
                table[state >> 20] = state;
            }

            rounds += RoundsBetweenReadings;
        }

        return rounds / time.GetElapsedTime(began).TotalMilliseconds;
    }
}
