using Fathom.Diagnosis.Causes.ChannelPerCall;
using Fathom.Diagnosis.Causes.ChattySequential;
using Fathom.Doctor;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes;
using Fathom.Records;
using Fathom.Records.Doctors;
using Fathom.Tests.Diagnosis.Causes.Programs;

namespace Fathom.Tests.Doctor;

/// <summary>The verdict on a program that makes calls one after another, with and without a link that adds to each.</summary>
public sealed class ProgramVerdictTests
{
    // As measured of sixty calls, 50 ms apart, on one machine.
    [Fact]
    public void A_cause_that_was_measured_to_cost_nothing_that_matters_is_ruled_out_by_that()
    {
        var record = Examined(pingMs: 0.25);
        record.Causes.ShouldBeEmpty();
        record.RuledOut.ShouldHaveSingleItem().ShouldSatisfyAllConditions(
            r => r.Id.ShouldBe(ChattySequentialCause.Name),
            r => r.By.ShouldEndWith("Of the path as it is, 250 µs there and back, that is 0.453 % of the time"));
        record.Verdict.ShouldStartWith("Healthy: nothing to fix was found. Of the 1 causes that were looked at, none");
    }

    [Fact]
    public void The_same_over_a_longer_path_is_a_finding() => Examined(pingMs: 20).Causes.ShouldHaveSingleItem().ShouldSatisfyAllConditions(
        c => c.Kind.ShouldBe(FindingKind.Finding), c => c.Share.ShouldBe(0.363));

    // As measured of the published client: its pool has no threads, and connections are set up for 1 % of the time.
    [Fact]
    public void What_seems_to_cost_little_and_was_not_measured_stays_a_hint()
    {
        var screening = new CauseScreening(
            ProgramEvidence.With(CallQuantities.Calls.Is(463), WatchQuantities.Exchanges.Is(463), CallQuantities.ConnectionsOpened.Is(500),
                WatchQuantities.ConnectShare.Is(0.011)), causes: [new ChannelPerCallCause()]);
        var spec = new ProgramSpec(["client"], ".");
        var record = ProgramDoctor.Judge(spec, seed: 1, screening, [], new ProgramRuns(spec), []);
        record.Causes.ShouldHaveSingleItem().ShouldSatisfyAllConditions(
            c => c.Id.ShouldBe(ChannelPerCallCause.Name), c => c.Share.ShouldBeLessThan(0.1));
        record.RuledOut.ShouldBeEmpty();
    }

    private static DoctorRecord Examined(double pingMs)
    {
        var screening = new CauseScreening(ProgramEvidence.With(
            WatchQuantities.Watched.Is(3_480), WatchQuantities.CpuTime.Is(300), WatchQuantities.Exchanges.Is(60),
            WatchQuantities.MaxCallsAtOnce.Is(1), WatchQuantities.CallShare.Is(0.135), WatchQuantities.MeanCallTime.Is(8.33),
            ServiceQuantities.PingTime.Is(pingMs)), causes: [new ChattySequentialCause()]);
        var suspect = screening.Suspects.ShouldHaveSingleItem();
        var spec = new ProgramSpec(["client"], ".");
        var runs = new ProgramRuns(spec);
        var tried = new TriedIntervention(suspect, suspect.Changes[0], runs) { IsCompared = true };
        tried.Observe(new WatchResult(
            [LinkQuantities.RoundTrip.Is(0.0209).Observe(new ObservationSource.Probe("test", TimeSpan.Zero))], []));
        for (var block = 0; block < 8; block++)
        {
            runs.Add(block, null, Ran(3_480 + block)).ShouldBeTrue();
            runs.Add(block, tried.Change, Ran(4_800 + block)).ShouldBeTrue();
        }

        return ProgramDoctor.Judge(spec, seed: 1, screening, [tried], runs, []);
    }

    private static ProgramOutcome Ran(double ms) => new(TimeSpan.FromMilliseconds(ms), 0, null, InForce: true, "", Seen: null);
}
