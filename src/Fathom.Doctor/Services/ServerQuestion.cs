using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Examination;
using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Outside;
using Fathom.Doctor.Services.Watching;
using Fathom.Machines.Kernel;
using Fathom.Records.Words;

namespace Fathom.Doctor.Services;

/// <summary>Asks what the process of a server does while its calls are served, where it is read and the method itself takes the
/// time.</summary>
/// <param name="session">Gets what was seen.</param>
/// <param name="service">The service.</param>
/// <param name="leftMs">Says how much time is left, ms.</param>
/// <param name="progress">Called with what is done, a sentence.</param>
internal sealed class ServerQuestion(ProbeSession session, IExaminedService service, Func<double> leftMs, Action<string> progress)
{
    private const double MinMs = 2;
    private const double MinShare = 0.5;

    // After the watch of one call there is time for what is asked next.
    private const double LeastLeftMs = 6_000;

    /// <summary>What each question about calls at once, and of code, may take where the time is used up, ms.</summary>
    public double BeyondMs { get; init; }

    /// <summary>Asks it of one call at a time.</summary>
    /// <param name="cancellation">Ends it.</param>
    public Task AskOfOneAsync(CancellationToken cancellation) => !TakesTheTime ? Task.CompletedTask
        : AskAsync(1, CallMs, LeastLeftMs, ServerQuantities.WhileOne, "Watches the server's process while a call is served, and in "
            + "pauses: what does it compute, and whose answer does it await?", cancellation);

    /// <summary>Asks it of calls at once, where these wait for each other.</summary>
    /// <param name="examined">What is known of them.</param>
    /// <param name="cancellation">Ends it.</param>
    public Task AskOfManyAsync(ConcurrencyExamination examined, CancellationToken cancellation) =>
        examined is not { CallsWait: true, Seen: { } seen } ? Task.CompletedTask
            : AskAsync(seen.Calls, seen.BurstMs, 0, ServerQuantities.WhileAtOnce,
                $"Watches it while {FigureText.Whole(seen.Calls)} calls at once are served.", cancellation);

    /// <summary>Asks where the code of a .NET process is meanwhile: of calls at once, where these wait for each other. It comes last, since
    /// its runtime stops all threads for each sample.</summary>
    /// <param name="examined">What is known of calls at once.</param>
    /// <param name="cancellation">Ends it.</param>
    public async Task AskOfCodeAsync(ConcurrencyExamination examined, CancellationToken cancellation)
    {
        var (calls, callsMs, code) = examined is { CallsWait: true, Seen: { } seen }
            ? (seen.Calls, seen.BurstMs, ServerQuantities.CodeWhileAtOnce) : (1, CallMs, ServerQuantities.CodeWhileOne);
        if (!service.HasCode || (calls == 1 && !TakesTheTime)
            || Math.Max(leftMs(), BeyondMs) < TakesMs(callsMs) + CodeWatch.SpareMs)
        {
            return;
        }

        progress("Watches the server's code, by events of its .NET runtime: what does it await, and where does it compute?");
        if (await service.WatchCodeAsync(calls, callsMs, cancellation) is { } watched && ServerCodeText.Clause(watched) is { } clause)
        {
            session.Observe("code", code, clause);
        }
    }

    /// <summary>The time that the question of calls at once takes, ms.</summary>
    /// <param name="seen">What is known of them.</param>
    public static double TakesMs(BurstFacts seen) => TakesMs(seen.BurstMs);

    private static double TakesMs(double callsMs) => WatchPlan.Of(callsMs).TakesMs(callsMs);

    private double CallMs => session.Seen.Value(ServiceQuantities.CallTime);

    // The method itself takes it, and not little.
    private bool TakesTheTime => CallMs - (session.Seen.Find(ServiceQuantities.NoOpTime)?.Value ?? 0) is var own
        && own >= Math.Max(MinMs, MinShare * CallMs);

    private async Task AskAsync(
        int calls, double callsMs, double spareMs, Quantity<string> quantity, string what, CancellationToken cancellation)
    {
        if (Math.Max(leftMs(), calls > 1 ? BeyondMs : 0) < TakesMs(callsMs) + spareMs)
        {
            return;
        }

        progress(what);
        if (await service.WatchServerAsync(calls, callsMs, cancellation) is { } activity)
        {
            session.Observe("watch", quantity, ServerActivityText.Clause(activity));
            if (calls == 1)
            {
                session.Observe("watch", ServerQuantities.MostlyComputes,
                    activity.Counted.ComputedMs >= Screening.Most * activity.TookMs);
                Observe(ServerQuantities.OftenForCall, ServerActivityText.Often(activity));
                Observe(ServerQuantities.TimerShare, activity, w => w == KernelWait.Events);
            }

            Observe(ServerQuantities.MostlyAt, ServerActivityText.MostlyAt(activity));
            Observe(ServerQuantities.WaitShare, activity, w => w is not (KernelWait.Sleep or KernelWait.Events));
            Observe(ServerQuantities.PipeShare, activity, w => w == KernelWait.Pipe);
            // What was dropped beside one call was, whatever is beside others.
            (Quantity<double> Of, double Count)[] drops = [(ServerQuantities.DroppedConnections, activity.Counted.DroppedConnections),
                (ServerQuantities.DroppedDatagrams, activity.Counted.DroppedDatagrams)];
            drops.Where(d => d.Count > 0).ToList().ForEach(d => session.Observe("watch", d.Of, d.Count));
            session.Observe("watch", ServerQuantities.OpenedForCall,
                activity.Peers.Select(p => p.Opened / calls).DefaultIfEmpty().Max());
        }
    }

    private void Observe(Quantity<string> quantity, string? clause)
    {
        if (clause is not null)
        {
            session.Observe("watch", quantity, clause);
        }
    }

    // That of the last question, as the clause. A server without calls sleeps as well.
    private void Observe(Quantity<double> share, ServerActivity activity, Func<KernelWait, bool> isOf) =>
        session.Observe("watch", share, activity.Waits.Where(w => isOf(w.For)).Select(w => w.Share).DefaultIfEmpty().Max());
}
