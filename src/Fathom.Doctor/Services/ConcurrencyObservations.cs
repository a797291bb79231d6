using Fathom.Diagnosis.Examination;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Outside;
using Fathom.Records.Words;
using Fathom.Statistics;

namespace Fathom.Doctor.Services;

/// <summary>What an examination of calls at once showed, as observations of the service.</summary>
internal static class ConcurrencyObservations
{
    private const string Name = "calls-at-once";

    /// <summary>Keeps them.</summary>
    public static void Keep(ProbeSession session, ConcurrencyExamination examined)
    {
        if (examined.Seen is not { } seen)
        {
            return;
        }

        // Timed in turn, later than the first clocks: a runtime that has compiled the method meanwhile is faster than it was.
        session.Observe(Name, ServiceQuantities.CallTime, seen.CallMs);
        session.Observe(Name, ServiceQuantities.NoOpTime, seen.NoOpMs);
        if (session.Has(ServiceQuantities.PingTime))
        {
            session.Observe(Name, ServiceQuantities.PingTime, seen.PingMs);
        }

        session.Observe(Name, PathQuantities.MovedTime, examined.MovedMs);
        session.ObserveKnown(Name, PathQuantities.HeldShare, examined.HeldShare);
        session.Observe(Name, ServiceQuantities.BurstCalls, (double)seen.Calls);
        session.Observe(Name, ServiceQuantities.BurstTime, seen.BurstMs);
        List<double> all = [.. examined.CallMs, .. examined.Bursts.Select(b => b.TotalMs)];
        session.Observe(Name, ServiceQuantities.CallTimeSpread, (all.Max() / all.Min()) - 1);
        session.Observe(Name, ServiceQuantities.NoOpBurstTime, seen.NoOpBurstMs);
        if (examined.MovesBytes)
        {
            session.NotSeen.Add($"Whether calls at once wait for each other: {FigureText.Whole(seen.Calls)} take "
                + $"{FigureText.Duration(seen.BurstMs)}, and moving their messages takes that.");
        }
        else
        {
            session.Observe(Name, ServiceQuantities.CallsWait, examined.CallsWait);
        }

        ObserveUneven(session, examined);
        var noOps = examined.Bursts.SelectMany(b => b.Beside.NoOps).ToList();
        session.Observe(Name, ServiceQuantities.LoadedNoOp, Sample.Median([.. noOps]));
        session.Observe(Name, ServiceQuantities.LongestNoOp, noOps.Max());
        session.ObserveKnown(Name, ServiceQuantities.ServerProcessors, seen.Processors);
    }

    private static void ObserveUneven(ProbeSession session, ConcurrencyExamination examined)
    {
        if (examined.Uneven is { } uneven)
        {
            session.Observe(Name, UnevenQuantities.Calls, (double)uneven.TakeLong);
            session.Observe(Name, UnevenQuantities.Of, (double)uneven.All);
            session.Observe(Name, UnevenQuantities.AtOnce, (double)uneven.AtOnce);
            session.Observe(Name, UnevenQuantities.Time, uneven.LongMs);
            session.Observe(Name, UnevenQuantities.Share, uneven.Share);
            session.Observe(Name, UnevenQuantities.AreOfAll, uneven.AreOfAll);
            session.ObserveKnown(Name, UnevenQuantities.TakeLongTogether, uneven.AreTogether);
        }

        if (examined.Idle is { } idle)
        {
            session.Observe(Name, UnevenQuantities.IdleTime, idle.PauseMs);
            session.Observe(Name, UnevenQuantities.AfterIdleTime, idle.FirstMs);
            session.Observe(Name, UnevenQuantities.NextCallTime, idle.NextMs);
        }

        if (examined.Stored is { } stored)
        {
            session.Observe(Name, UnevenQuantities.RestTime, StoredCalls.PauseMs);
            session.Observe(Name, UnevenQuantities.StoredCalls, (double)stored.Count);
            session.Observe(Name, UnevenQuantities.UsedUpRate, stored.Rate);
            session.Observe(Name, UnevenQuantities.UsedUpTime, stored.CallMs);
            session.Observe(Name, UnevenQuantities.UsedUpNoOpTime, stored.NoOpMs);
        }
    }
}
