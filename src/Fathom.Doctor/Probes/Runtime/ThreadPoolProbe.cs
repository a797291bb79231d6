using Fathom.Diagnosis.Observations;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing.Etlx;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace Fathom.Doctor.Probes.Runtime;

/// <summary>
/// Threads that the pool adds, and why. Its reasons are those of dotnet/runtime, PortableThreadPool.HillClimbing.cs: 6 is "starvation"
/// (no work item ended for half a second) and 8 "cooperative blocking" (a thread waits for a task). Both say that threads are blocked.
/// </summary>
internal sealed class ThreadPoolProbe : IRuntimeProbe
{
    private const string Name = "thread-pool";
    private const int Starvation = 6;
    private const int CooperativeBlocking = 8;

    private int _injected;
    private int _threads;
    private double _first = double.NaN;
    private double _last;

    public IEnumerable<EventPipeProvider> Providers => [ClrKeywords.At(ClrKeywords.Threading)];

    public void Attach(TraceLogEventSource events) => events.Clr.ThreadPoolWorkerThreadAdjustmentAdjustment += OnAdjusted;

    public IEnumerable<Observation> Observe(TimeSpan watched)
    {
        yield return WatchQuantities.ThreadsInjected.Seen(_injected, Name, watched);
        yield return WatchQuantities.StarvedShare.Seen(
            _injected == 0 ? 0 : Math.Clamp((_last - _first) / watched.TotalMilliseconds, 0, 1), Name, watched);
        if (_threads > 0)
        {
            yield return ProcessQuantities.PoolThreads.Seen(_threads, Name, watched);
        }
    }

    private void OnAdjusted(ThreadPoolWorkerThreadAdjustmentTraceData adjusted)
    {
        // The pool goes up and down by one or two all the time: only beyond what it had before does it grow.
        var grew = adjusted.NewWorkerThreadCount > _threads;
        _threads = Math.Max(_threads, adjusted.NewWorkerThreadCount);
        if (grew && (int)adjusted.Reason is Starvation or CooperativeBlocking)
        {
            _injected++;
            _first = double.IsNaN(_first) ? adjusted.TimeStampRelativeMSec : _first;
            _last = adjusted.TimeStampRelativeMSec;
        }
    }
}
