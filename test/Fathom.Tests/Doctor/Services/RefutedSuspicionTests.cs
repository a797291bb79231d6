using Fathom.Diagnosis.Causes.NagleDelayedAck;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor;
using Fathom.Doctor.Services;
using Fathom.Records.Doctors;

namespace Fathom.Tests.Doctor.Services;

/// <summary>A suspicion that a few noisy calls raised, and the rounds that were made for it.</summary>
public sealed class RefutedSuspicionTests
{
    private const int Rounds = 12;
    private static readonly Evidence Seen =
        ServiceEvidence.With(ServiceQuantities.CallTime.Is(301), ServiceQuantities.QuickAckCallTime.Is(264));

    [Fact]
    public void Rounds_in_which_the_change_saves_nothing_rule_the_cause_out()
    {
        var (causes, small) = Judge(i => i % 3);
        causes.ShouldBeEmpty();
        small.ShouldHaveSingleItem().By.ShouldStartWith(
            "a call takes 301 ms, and 264 ms with acknowledgements at once; tried in 12 pairs, the change alone saves ");
    }

    [Fact]
    public void Rounds_that_are_too_noisy_to_say_leave_the_hint() =>
        Judge(i => i % 2 == 0 ? 150 : 0).Causes.ShouldHaveSingleItem().WouldProve.ShouldNotBeNull().ShouldContain("tried, and not proven");

    private static (IReadOnlyList<DoctorCause> Causes, IReadOnlyList<RuledOutCause> Small) Judge(
        Func<int, double> noiseMs)
    {
        var cause = new NagleDelayedAckCause();
        var suspicion = new Suspicion(cause, cause.ScreenService(Seen)!, []);
        var tried = new TriedTrial(suspicion, ServiceChanges.Changing(Seen, cause.ProvenBy)!) { IsCompared = true };
        for (var round = 0; round < Rounds; round++)
        {
            tried.Add(round, isChanged: false, 300 + noiseMs(round));
            tried.Add(round, isChanged: true, 300 + noiseMs(round + 1));
        }

        return new CauseJudge(Seen, seed: 1).Judge([suspicion], [tried], ServiceVerdict.Unchangeable);
    }
}
