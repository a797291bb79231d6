using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Etlx;

namespace Fathom.Doctor.Probes.Runtime.Code;

/// <summary>Something asynchronous that code of the application began.</summary>
/// <param name="Place">Where.</param>
/// <param name="Began">When.</param>
/// <param name="Ended">When it had ended; that of the last event where it had not.</param>
internal sealed record AsyncOperation(CodePlace Place, DateTime Began, DateTime Ended);

/// <summary>
/// Asynchronous operations: methods that wait, from their first wait to their end, delays, and work that is queued. No stack has them while
/// they wait; the one with which each began does. Source: TplEventSource of the runtime, TraceOperationBegin and TraceOperationEnd.
/// </summary>
/// <param name="code">Says what is the application's.</param>
internal sealed class AsyncOperations(ApplicationCode code) : IRuntimeReader
{
    private const string Tasks = "System.Threading.Tasks.TplEventSource";
    private const long OperationsKeyword = 0x8;
    private const int BeginId = 14;
    private const int EndId = 15;

    private readonly Dictionary<int, (CodePlace Place, DateTime Began)> _running = [];
    private readonly List<AsyncOperation> _ended = [];
    private DateTime _last;

    public IEnumerable<EventPipeProvider> Providers => [new(Tasks, EventLevel.Informational, OperationsKeyword)];

    /// <summary>Those that the application began while it was watched.</summary>
    public IEnumerable<AsyncOperation> All => _ended.Concat(_running.Values.Select(r => new AsyncOperation(r.Place, r.Began, _last)));

    public void Attach(TraceLogEventSource events) => events.AllEvents += next =>
    {
        if (next.ProviderName == Tasks)
        {
            Read(next);
        }
    };

    private void Read(TraceEvent next)
    {
        _last = next.TimeStamp.ToUniversalTime();
        if ((int)next.ID == BeginId && code.PlaceOf(next.CallStackIndex(), next.CallStack()) is { } place)
        {
            _running[(int)next.PayloadByName("TaskID")] = (place, _last);
        }
        else if ((int)next.ID == EndId && _running.Remove((int)next.PayloadByName("TaskID"), out var begun))
        {
            _ended.Add(new(begun.Place, begun.Began, _last));
        }
    }
}
