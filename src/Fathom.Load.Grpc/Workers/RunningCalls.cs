using Fathom.Load.Grpc.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Load.Grpc.Workers;

/// <summary>The calls in flight of a worker, and when they are ended: at their deadline, after the time of their streams, or with the run.
/// Owned by the worker; times are nanoseconds since the start of the run.</summary>
internal sealed class RunningCalls(GrpcLoadTarget target, bool isRequestStreamed)
{
    private const long Millisecond = 1_000_000;
    private const long Second = 1_000_000_000;

    private readonly long _deadline = Nanoseconds(target.Deadline);
    private readonly long _streamFor = Nanoseconds(target.StreamFor);
    private readonly CallList _open = new();
    private readonly CallList _closing = new();

    /// <summary>The longest that a call can take; <see cref="long.MaxValue"/> for no limit.</summary>
    public long MaxTime => _streamFor < _deadline ? _streamFor + Second : _deadline;

    /// <summary>When the next call is ended.</summary>
    public long NextEnd => Math.Min(_open.First is { } first && Time != long.MaxValue ? first.Started + Time : long.MaxValue,
        _closing.First is { } closing ? closing.Started + Time + Second : long.MaxValue);

    private long Time => Math.Min(_deadline, _streamFor);

    public void Add(LoadCall call) => _open.Add(call);

    public void Remove(LoadCall call) => (call.IsClosing ? _closing : _open).Remove(call);

    /// <summary>Ends the calls whose time is over. All have the same, so that those that started first end first.</summary>
    public void EndThoseWithoutTime(long now)
    {
        while (_open.First is { } first && now - first.Started >= Time)
        {
            _open.Remove(first);
            if (_streamFor >= _deadline)
            {
                Cancel(first, CancelReason.Deadline);
            }
            else if (!isRequestStreamed || first.Connection?.TryEndSending(first) != true)
            {
                Cancel(first, CancelReason.StreamFor);
            }
            else if (first is { IsListed: false, Stream: not null })
            {
                // Unless it has ended with this side, and the object may be another call's.
                first.IsClosing = true;
                _closing.Add(first);
            }
        }

        while (_closing.First is { } closing && now - closing.Started - Time >= Second)
        {
            _closing.Remove(closing);
            Cancel(closing, CancelReason.StreamFor);
        }
    }

    /// <summary>Ends all calls with the run.</summary>
    public void EndAll()
    {
        while ((_closing.First ?? _open.First) is { } left)
        {
            Remove(left);
            Cancel(left, left.IsClosing ? CancelReason.StreamFor : CancelReason.RunEnded);
        }
    }

    /// <summary>Whether a call ran into its deadline. The server keeps the same and may answer DEADLINE_EXCEEDED before the own timer ends;
    /// its timer counts in milliseconds.</summary>
    public bool HadItsTime(LoadCall call, int outcome, long now) => call.Cancelled == CancelReason.Deadline
        || (outcome == (int)StatusCode.DeadlineExceeded && now - call.Started >= _deadline - Millisecond);

    private static long Nanoseconds(TimeSpan? time) => time is { } limit ? limit.Ticks * TimeSpan.NanosecondsPerTick : long.MaxValue;

    private static void Cancel(LoadCall call, CancelReason reason)
    {
        call.Cancelled = reason;
        call.Connection?.Cancel(call, reason);
    }
}
