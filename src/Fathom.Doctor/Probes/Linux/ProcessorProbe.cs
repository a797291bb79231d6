using Fathom.Diagnosis.Observations;
using Fathom.Machines.Kernel;

namespace Fathom.Doctor.Probes.Linux;

/// <summary>
/// Processor time, threads, and the time for which they could run and had no processor
/// (/proc/PID/task/TID/schedstat, the second figure; Documentation/scheduler/sched-stats.rst).
/// </summary>
internal sealed class ProcessorProbe(int pid, TimeProvider time) : IProcProbe
{
    private const string Name = "proc";

    private const double MsPerSecond = 1e3;
    private const double NanosecondsPerMs = 1e6;

    // Processor time is counted in ticks of 10 ms: over less than this their number is all that shows.
    private const double MinMs = 200;

    private readonly long _began = time.GetTimestamp();
    private readonly List<(double AtMs, double Value)> _busy = [];
    private readonly Dictionary<string, double> _delays = [];
    private readonly Dictionary<string, double> _delaysBefore = [];
    private double? _firstCpu;
    private double _cpu;
    private double _threads;
    private (double Ms, double Cpu) _point;

    public IEnumerable<ObservedSeries> Series => [new("processors in use", "count", _busy)];

    public void Read()
    {
        if (ProcessProcessors.TimeOf(pid) is not { } seconds)
        {
            return;
        }

        var isFirst = _firstCpu is null;
        _cpu = MsPerSecond * seconds;
        _firstCpu ??= _cpu;
        var ms = time.GetElapsedTime(_began).TotalMilliseconds;
        if (isFirst)
        {
            _point = (ms, _cpu);
        }
        else if (ms - _point.Ms >= MinMs)
        {
            _busy.Add((_point.Ms, Math.Max(0, _cpu - _point.Cpu) / (ms - _point.Ms)));
            _point = (ms, _cpu);
        }

        var threads = ProcFiles.List($"/proc/{pid}/task");
        _threads = Math.Max(_threads, threads.Count);
        foreach (var thread in threads)
        {
            if (ProcFiles.Number(ProcFiles.Read($"{thread}/schedstat")?.Split(' ').ElementAtOrDefault(1)) is { } delay)
            {
                // A thread that began meanwhile began with 0.
                _delaysBefore.TryAdd(thread, isFirst ? delay : 0);
                _delays[thread] = delay;
            }
        }
    }

    public IEnumerable<Observation> Observe(TimeSpan watched)
    {
        if (_firstCpu is not { } first)
        {
            yield break;
        }

        yield return WatchQuantities.CpuTime.Seen(_cpu - first, Name, watched);
        yield return WatchQuantities.Threads.Seen(_threads, Name, watched);
        if (_delays.Count > 0)
        {
            yield return WatchQuantities.RunDelay.Seen(
                _delays.Sum(d => d.Value - _delaysBefore[d.Key]) / NanosecondsPerMs, Name, watched);
        }
    }
}
