using Fathom.Load.Pacing;

namespace Fathom.Load.Counting;

/// <summary>Counts the calls of one worker, in intervals of one second, with those of the warm-up apart. Owned by the worker; not
/// thread-safe.</summary>
public sealed class CallRecorder
{
    /// <summary>Length of an interval, in nanoseconds.</summary>
    public const long IntervalNanoseconds = 1_000_000_000;

    private readonly TallyExchange _exchange;
    private readonly bool _isOpenLoop;
    private CallTally _current;
    private long _intervalEnd = IntervalNanoseconds;

    /// <summary>Creates the recorder of a worker.</summary>
    /// <param name="exchange">Takes full tallies.</param>
    /// <param name="outcomes">The number of outcomes that a call can have.</param>
    /// <param name="isOpenLoop">Whether calls have a schedule.</param>
    public CallRecorder(TallyExchange exchange, int outcomes, bool isOpenLoop)
    {
        ArgumentNullException.ThrowIfNull(exchange);
        (_exchange, _isOpenLoop, _current) = (exchange, isOpenLoop, exchange.Rent());
        WarmUp = new CallTally(outcomes);
    }

    /// <summary>The calls of the warm-up. Read it when the worker has ended.</summary>
    public CallTally WarmUp { get; }

    /// <summary>The earliest intended start of the calls that are not of the warm-up, in nanoseconds since the start of the run;
    /// <see cref="long.MaxValue"/> while there is none.</summary>
    public long CountedFrom { get; private set; } = long.MaxValue;

    /// <summary>When the interval ends, in nanoseconds since the start of the run: call <see cref="RollAt"/> then.</summary>
    public long IntervalEnd => _intervalEnd;

    /// <summary>Counts a call.</summary>
    public void Record(in CallTicket ticket, in CallCompletion completion)
    {
        if (completion.Ended >= _intervalEnd)
        {
            RollAt(completion.Ended);
        }

        if (ticket.IsWarmUp)
        {
            WarmUp.Add(ticket.Intended, completion, _isOpenLoop);
            return;
        }

        CountedFrom = Math.Min(CountedFrom, ticket.Intended);
        _current.Add(ticket.Intended, completion, _isOpenLoop);
    }

    /// <summary>Counts the messages of a call's stream.</summary>
    public StreamTally StreamsOf(in CallTicket ticket) => (ticket.IsWarmUp ? WarmUp : _current).Streams;

    /// <summary>Hands over the interval when it has ended at <paramref name="now"/>.</summary>
    public void RollAt(long now)
    {
        if (now < _intervalEnd)
        {
            return;
        }

        HandOver(now / IntervalNanoseconds);
    }

    /// <summary>Hands over the last interval.</summary>
    public void Complete() => HandOver((_intervalEnd / IntervalNanoseconds) + 1);

    private void HandOver(long next)
    {
        _current.Interval = (int)((_intervalEnd / IntervalNanoseconds) - 1);
        _exchange.HandOver(_current);
        _current = _exchange.Rent();
        _intervalEnd = (next + 1) * IntervalNanoseconds;
    }
}
