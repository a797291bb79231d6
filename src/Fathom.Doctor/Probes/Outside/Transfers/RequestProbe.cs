using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;
using Fathom.Statistics;

namespace Fathom.Doctor.Probes.Outside.Transfers;

/// <summary>Follows a large request on its way out: what goes out in a round trip, and how long it waits for the server's credit.</summary>
internal sealed class RequestProbe : IServiceProbe
{
    private const string Name = "request";
    private const int Calls = 3;

    /// <inheritdoc/>
    public SkipReason? WhySkipped(ProbeSession session)
    {
        var bytes = (double)session.RequestBytes;
        session.Observe(Name, PathQuantities.RequestBytes, bytes);
        return SkipReason.NotNeeded(PathReach.WhyNot("a request", bytes, session.RoundTripMs));
    }

    /// <inheritdoc/>
    public string Describe(ProbeSession session) =>
        "Follows the request's bytes on their way out: do they wait for the server's window?";

    /// <inheritdoc/>
    public async Task ObserveAsync(ProbeSession session, CancellationToken cancellation)
    {
        var result = await TrialRunner.RunAsync(session, new ServiceTrial { Calls = Calls }, cancellation);
        session.Observe(Name, TransferQuantities.ServerWindow, (double)session.Fingerprint.StreamWindow);
        session.Observe(Name, PathQuantities.ServerConnectionWindow, (double)session.Fingerprint.ConnectionWindow);
        session.Observe(Name, PathQuantities.CreditShare, Sample.Median([.. result.Calls.Select(c => ShareOf(session, c))]));
        var waits = result.Last.Sending.Waits.Select(w => session.Milliseconds(w.From, w.To)).ToList();
        session.Observe(Name, PathQuantities.CreditWait, waits.Count > 0 ? Sample.Median([.. waits]) : 0);
        var trace = RoundTripTrace.Of(result.Last.Sending.Parts, session.Time, session.RoundTripMs);
        trace.Show(session, "a request");
        session.Observe(Name, PathQuantities.RequestBytesPerRoundTrip, trace.Plateau);
    }

    private static double ShareOf(ProbeSession session, ProbeCall call) =>
        call.Sending.Waits.Sum(w => session.Milliseconds(w.From, w.To)) / session.Milliseconds(call.Asked, call.EndedAt);
}
