using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;
using Fathom.Statistics;

namespace Fathom.Doctor.Probes.Outside.Behaviour;

/// <summary>
/// Starts calls at different times after the end of the one before. A method that looks for its work at the ticks of a timer ends on
/// these ticks whenever it was called; one that takes its time ends that much later; one that paces its callers has no ticks after a pause.
/// </summary>
internal sealed class PhaseProbe : IServiceProbe
{
    private const string Name = "phase";

    // The least time of a method's own that may be a wait for a tick.
    private const double MinMs = 4;
    private const int BackToBack = 5;

    // All pauses once take about this many periods; all of them fit into the time below.
    private const double Periods = 9;
    private const double MaxMs = 10_000;
    private const double PreferredMs = 2_500;
    private const int MaxRounds = 3;

    // Beyond one period as well: who paces callers has no tick then.
    private static readonly double[] Pauses = [0.5, 1.2, 0.8, 1.5, 0.2, 1.8];

    /// <inheritdoc/>
    public string Describe(ProbeSession session) =>
        "Makes the call at different times after the end of the one before: does it end on the ticks of a timer?";

    /// <inheritdoc/>
    public SkipReason? WhySkipped(ProbeSession session)
    {
        var call = session.Value(ServiceQuantities.CallTime);
        return !IsOwn(call, session.Value(ServiceQuantities.NoOpTime))
                ? new("phases of calls: not tried, since the method itself takes less than a timer's tick.", IsGap: true)
            : Periods * call > MaxMs ? new($"phases of calls: not tried, since a call takes {FigureText.Duration(call)}.", IsGap: true)
            : null;
    }

    private static bool IsOwn(double call, double noOp) => call - noOp >= MinMs && call - noOp >= call / 2;

    /// <inheritdoc/>
    public async Task ObserveAsync(ProbeSession session, CancellationToken cancellation)
    {
        var rounds = Math.Clamp((int)(PreferredMs / (Periods * session.Value(ServiceQuantities.CallTime))), 1, MaxRounds);
        await session.ReserveAsync(1 + (rounds * (BackToBack + Pauses.Length)), cancellation);
        var last = await CallAsync(session, cancellation);
        List<double> periods = [];
        List<double> misfits = [];
        for (var round = 0; round < rounds; round++)
        {
            for (var i = 0; i < BackToBack; i++)
            {
                var next = await CallAsync(session, cancellation);
                periods.Add(session.Milliseconds(last.EndedAt, next.EndedAt));
                last = next;
            }

            var period = Sample.Median([.. periods]);
            foreach (var pause in Pauses)
            {
                await ExactPause.UntilAsync(session.Time, last.EndedAt, pause * period, cancellation);
                var next = await CallAsync(session, cancellation);
                misfits.Add(DistanceFromTick(session.Milliseconds(last.EndedAt, next.EndedAt) / period));
                last = next;
            }
        }

        session.Observe(Name, BehaviourQuantities.TickPeriod, periods);
        session.Observe(Name, BehaviourQuantities.PhaseMisfit, misfits.Order().ElementAt(misfits.Count * 2 / 3));
    }

    private static double DistanceFromTick(double periods) => Math.Abs(periods - Math.Round(periods));

    private static async Task<ProbeCall> CallAsync(ProbeSession session, CancellationToken cancellation)
    {
        var connection = (await session.RentAsync(ProbeConnectionOptions.Default, 1, cancellation))[0];
        return await session.EndAsync(connection, session.Start(connection, isNoOp: false), cancellation);
    }
}
