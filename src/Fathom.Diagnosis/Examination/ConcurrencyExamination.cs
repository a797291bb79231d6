using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Experiments;
using Fathom.Statistics.Histograms;

namespace Fathom.Diagnosis.Examination;

/// <summary>
/// Examines whether calls at once wait for each other, and for what: three clocks in turn, calls at once and as many no-op calls, then the
/// experiments that tell the mechanisms apart. The service is live, recorded or simulated. One examination each.
/// </summary>
/// <param name="service">The service.</param>
/// <param name="server">What is known of it.</param>
public sealed class ConcurrencyExamination(IServiceUnderTest service, ServerFacts server)
{
    // Served one by one, calls must not take longer than this together.
    private const double MaxBurstMs = 8_000;

    // Calls that wait for each other take longer by this at least than one takes, and than no-op calls do; less is the processor time of
    // any call. From 10 ms on, 6 of 127 worlds without a fault had a cause; from 30, none.
    private const double MinGrowth = 1.5;
    private const double MinGrowthMs = 30;
    private const double MinTimesNoOps = 3;
    private const double SlowNoOpsMs = 80;

    private const double UsualShare = 0.9;

    private readonly PlainTrials _service = new(service);

    /// <summary>How much more time there is while it is not found what calls at once wait for, ms, from 0.</summary>
    public double BeyondMs { get; init; }

    /// <summary>Whether moving their messages takes the time of calls at once, so that what else they wait for cannot be told.</summary>
    public bool MovesBytes { get; private set; }

    /// <summary>How long the messages of a call are on their way, one call at a time, ms.</summary>
    public double MovedMs { get; private set; }

    /// <summary>Share of the time of calls at once in which the receiver's TCP window held their requests, 0 to 1; null where it does not
    /// set their time.</summary>
    public double? HeldShare { get; private set; }

    /// <summary>What was measured of calls at once; null before.</summary>
    public BurstFacts? Seen { get; private set; }

    /// <summary>Times of calls, one at a time, ms.</summary>
    public IReadOnlyList<double> CallMs { get; private set; } = [];

    /// <summary>The calls at once that were made first.</summary>
    public IReadOnlyList<ServiceTrialResult> Bursts { get; private set; } = [];

    /// <summary>How long calls at once took together with nothing changed, ms, by their number, 1 included.</summary>
    public IReadOnlyDictionary<int, List<double>> AtOnceMs => _service.TotalMs;

    /// <summary>Times of as many calls at once that an experiment made again, ms; empty where it made fewer, or none.</summary>
    public IReadOnlyList<double> BurstsAgain => Rivals?.Readings.FirstOrDefault(r => r.Of == Contrast.BurstTime) is { } again
        && BurstAgain.CallsOf(Seen!, again.Values.Count) == Seen!.Calls ? again.Values : [];

    /// <summary>What they may wait for; null where they do not wait for each other.</summary>
    public RivalExamination? Rivals { get; private set; }

    /// <summary>Whether they wait for each other, for longer than is over at once and little.</summary>
    public bool CallsWait => Rivals is not null && WaitingShare.Of(this).IsWorth;

    /// <summary>Calls of which some take much longer than others, where calls at once do not wait for each other, or no longer do; null
    /// elsewhere.</summary>
    public UnevenCalls? Uneven { get; private set; }

    /// <summary>Calls after a pause that take longer than others; null where they do not, or calls at once wait for each other.</summary>
    public IdleCalls? Idle { get; private set; }

    /// <summary>Calls at once that wait once many were made; null where they do not, or those made first wait.</summary>
    public StoredCalls? Stored { get; private set; }

    /// <summary>Whether an experiment that would separate rivals was not made: it did not fit into the time, or the examination was
    /// interrupted.</summary>
    public bool IsCutShort => Rivals?.Wants(double.PositiveInfinity) == true;

    /// <summary>The time of calls at once over that of one, less 1: the share of their time that waiting may be at most, 0 to 1.</summary>
    public double Share => Seen is { } seen ? Math.Max(0, 1 - (seen.CallMs / seen.BurstMs)) : 0;

    /// <summary>Examines it.</summary>
    /// <param name="leftMs">Says how much time is left, ms.</param>
    /// <param name="progress">Called with each step, a sentence.</param>
    /// <param name="cancellation">Ends it; what was read before stays.</param>
    public async Task ExamineAsync(Func<double> leftMs, Action<string> progress, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(leftMs);
        ArgumentNullException.ThrowIfNull(progress);
        var clocks = await ThreeClocks.TimeAsync(_service, server.RoundTripMs, cancellation);
        (CallMs, MovedMs) = (clocks.Calls, await MessagesOnTheWay.OfOneAsync(_service, server, cancellation));
        var calls = (int)Math.Clamp(MaxBurstMs / clocks.CallMs, Math.Min(2, server.Concurrency), server.Concurrency);
        if (calls < 2)
        {
            return;
        }

        var bursts = await FirstBursts.MakeAsync(_service, calls, cancellation);
        (Bursts, Seen) = (bursts.All, bursts.Facts(clocks, server));
        MovesBytes = calls * server.CallBytes >= MessageVolume.MovingBytesPerMs * Seen.BurstMs;
        if (MovesBytes)
        {
            return;
        }

        if (server.AfterPauseMs.Count > 0 && leftMs() > IdleCalls.Rounds * (IdleCalls.LengthMs + (2 * Seen.CallMs)))
        {
            Idle = await IdleCalls.LookAsync(_service, [.. server.AfterPauseMs, CallMs[0]], Usual(Seen.CallMs), progress, cancellation);
        }

        // The first calls at once come after a pause, too: what was given up is needed by each of them.
        var goes = !Grows(Seen, Idle is null ? bursts.LongestMs : bursts.LongestOfLaterMs);
        if (!goes && await MessagesOnTheWay.OfBurstAsync(_service, server, calls, cancellation) is { } moving)
        {
            HeldShare = MessagesOnTheWay.AreHeld(moving, Seen.CallMs) ? moving.HeldMs / moving.TotalMs : null;
            MovesBytes = HeldShare is not null || MessagesOnTheWay.TakeTheTime(moving, MovedMs);
            if (MovesBytes)
            {
                return;
            }
        }

        if (Idle is null && (goes || !Grows(Seen, Bursts[0].TotalMs)))
        {
            Stored = await StoredCalls.LookAsync(
                _service, calls, goes ? bursts.LongestMs : Bursts[0].TotalMs, leftMs, progress, cancellation);
        }

        IReadOnlyList<double> burstMs = [.. Bursts.Skip(Idle is null ? 0 : 1).Select(b => b.TotalMs)];
        if (!goes && Stored is null)
        {
            await TellApartAsync(Seen, NoOpsAtFirst(Seen, bursts, clocks), leftMs, progress, cancellation);
            if (!WaitingShare.Of(this).IsOver || new RivalVerdict(this).IsFound)
            {
                return;
            }

            // What the first ones waited for, such as connections that are opened once, is over, and hid what takes long now and then.
            burstMs = Rivals!.Readings.First(r => r.Of == Contrast.BurstTime).Values;
        }

        // The first that was watched came after a pause.
        Uneven = await new UnevenRow(_service, [.. server.WatchedMs.Skip(Idle is null ? 0 : 1)], server.WatchedNoOpMs, Seen.CallMs)
            .LookAsync(burstMs, Math.Min(UnevenRow.Most, server.Concurrency), leftMs, progress, cancellation);
    }

    // No more than one of ten takes longer, whether it comes after a pause or not.
    private double Usual(double callMs) =>
        Math.Max(callMs, Percentile.Of([.. server.WatchedMs.Order()], UsualShare) ?? 0);

    private async Task TellApartAsync(
        BurstFacts seen, WaitReading noOps, Func<double> leftMs, Action<string> progress, CancellationToken cancellation)
    {
        Rivals = new RivalExamination(_service, seen) { BeyondMs = BeyondMs };
        if (server.PingStops is { } stops)
        {
            Rivals.Add(new Reading(Contrast.PingStops, stops));
        }

        Rivals.Add(noOps);
        Rivals.Add(new ShareReading(Contrast.LongAtFirst, seen.FirstMs.Count(seen.TakesLong), seen.FirstMs.Count));

        await Rivals.RunAsync(leftMs, progress, cancellation);
    }

    private static WaitReading NoOpsAtFirst(BurstFacts seen, FirstBursts bursts, ThreeClocks clocks) => new(Contrast.NoOpAtFirst,
        [.. bursts.First.SelectMany(b => b.Beside.NoOps.Select(n => Math.Max(0, n - seen.NoOpMs) / b.TotalMs))],
        [.. clocks.NoOps.Select(n => Math.Max(0, n - seen.NoOpMs) / seen.BurstMs)]);

    private static bool Grows(BurstFacts seen, double longestMs)
    {
        // What each computes more than one alone shows from a tick on.
        var (growth, noOps) = (longestMs - seen.CallMs, seen.NoOpBurstMs - seen.NoOpMs);
        return longestMs > MinGrowth * seen.CallMs && growth > (seen.IsCostlyBeside ? ServerUse.TickMs : MinGrowthMs)
            && (growth > MinTimesNoOps * noOps || noOps > SlowNoOpsMs);
    }
}
