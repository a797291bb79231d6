using HdrHistogram;

namespace Fathom.Load.Counting;

/// <summary>
/// What one worker counted in one interval. The worker alone fills it; a collector adds it to others, exactly. Recording allocates
/// nothing and takes no lock.
/// </summary>
public sealed class CallTally
{
    private readonly long[] _outcomes;

    /// <summary>Creates an empty tally.</summary>
    /// <param name="outcomes">The number of outcomes that a call can have.</param>
    public CallTally(int outcomes)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(outcomes, 1);
        _outcomes = new long[outcomes];
    }

    /// <summary>The interval's number, from 0.</summary>
    public int Interval { get; set; }

    /// <summary>Durations of successful calls, from the intended start, in nanoseconds; also of calls that ran into their deadline, which
    /// took at least as long.</summary>
    public LongHistogram Latency { get; } = LatencyHistograms.Create();

    /// <summary>How late calls were sent, against their intended start, in nanoseconds. Open loop only.</summary>
    public LongHistogram Lag { get; } = LatencyHistograms.Create();

    /// <summary>Durations of failed calls, from the intended start, in nanoseconds.</summary>
    public LongHistogram FailureLatency { get; } = LatencyHistograms.Create();

    /// <summary>What the messages of streams showed.</summary>
    public StreamTally Streams { get; } = new();

    /// <summary>The number of calls by outcome.</summary>
    public ReadOnlySpan<long> Outcomes => _outcomes;

    /// <summary>The number of calls.</summary>
    public long Calls { get; private set; }

    /// <summary>The number of calls that succeeded: with outcome 0, or with another that is accepted.</summary>
    public long Succeeded { get; private set; }

    /// <summary>The number of calls that failed.</summary>
    public long Failed => Calls - Succeeded;

    /// <summary>Bytes of request messages.</summary>
    public long SentBytes { get; private set; }

    /// <summary>Bytes of response messages.</summary>
    public long ReceivedBytes { get; private set; }

    /// <summary>Counts a call.</summary>
    /// <param name="intended">Its intended start, in nanoseconds since the start of the run.</param>
    /// <param name="completion">What became of it.</param>
    /// <param name="isOpenLoop">Whether its lag is counted.</param>
    public void Add(long intended, in CallCompletion completion, bool isOpenLoop)
    {
        Calls++;
        _outcomes[completion.Outcome]++;
        SentBytes += completion.SentBytes;
        ReceivedBytes += completion.ReceivedBytes;
        Succeeded += completion.Succeeded ? 1 : 0;
        if (completion.Succeeded || completion.CountsAsLatency)
        {
            Latency.Count(completion.Ended - intended);
        }

        if (!completion.Succeeded)
        {
            FailureLatency.Count(completion.Ended - intended);
        }

        if (isOpenLoop)
        {
            Lag.Count(completion.Started - intended);
        }
    }

    /// <summary>Adds what another tally counted.</summary>
    public void Add(CallTally other)
    {
        ArgumentNullException.ThrowIfNull(other);
        Latency.AddRecorded(other.Latency);
        Lag.AddRecorded(other.Lag);
        FailureLatency.AddRecorded(other.FailureLatency);
        Streams.Add(other.Streams);
        for (var i = 0; i < _outcomes.Length; i++)
        {
            _outcomes[i] += other._outcomes[i];
        }

        Calls += other.Calls;
        Succeeded += other.Succeeded;
        SentBytes += other.SentBytes;
        ReceivedBytes += other.ReceivedBytes;
    }

    /// <summary>Adds calls that another process counted.</summary>
    /// <param name="outcome">Their outcome.</param>
    /// <param name="calls">Their number, zero or more.</param>
    /// <param name="succeeded">Whether they succeeded.</param>
    public void AddCalls(int outcome, long calls, bool succeeded)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(calls);
        Succeeded += succeeded ? calls : 0;
        _outcomes[outcome] += calls;
        Calls += calls;
    }

    /// <summary>Adds bytes of messages that another process counted.</summary>
    /// <param name="sent">Bytes of request messages.</param>
    /// <param name="received">Bytes of response messages.</param>
    public void AddBytes(long sent, long received)
    {
        SentBytes += sent;
        ReceivedBytes += received;
    }

    /// <summary>Makes it empty again.</summary>
    public void Clear()
    {
        Latency.Clear();
        Lag.Clear();
        FailureLatency.Clear();
        Streams.Clear();
        Array.Clear(_outcomes);
        (Interval, Calls, Succeeded, SentBytes, ReceivedBytes) = (0, 0, 0, 0, 0);
    }
}
