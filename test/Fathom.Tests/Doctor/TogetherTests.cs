using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor;
using Fathom.Doctor.Interventions;
using Fathom.Doctor.Services;
using Fathom.Records.Doctors;
using Fathom.Statistics;

namespace Fathom.Tests.Doctor;

/// <summary>Two changes that proved causes, made at once.</summary>
public sealed class TogetherTests
{
    private static readonly ServiceTrial Few = new() { Calls = 4 };

    [Fact]
    public void Changes_of_one_trial_are_made_at_once()
    {
        var together = ServiceChange.Together(
        [
            Change("grpc-accept-encoding", "identity", new() { AcceptedEncodings = "identity" }),
            Change("SETTINGS_INITIAL_WINDOW_SIZE", "16777216", new() { StreamWindow = 16_777_216 }),
        ]).ShouldNotBeNull();
        together.Unchanged.ShouldBe(Few);
        together.Changed.ShouldBe(Few with { Options = new() { AcceptedEncodings = "identity", StreamWindow = 16_777_216 } });
        together.ToString().ShouldBe("together=grpc-accept-encoding=identity and SETTINGS_INITIAL_WINDOW_SIZE=16777216");
    }

    [Fact]
    public void Changes_of_different_trials_or_that_show_that_nothing_changes_are_not()
    {
        var one = Change("grpc-accept-encoding", "identity", new() { AcceptedEncodings = "identity" });
        ServiceChange.Together([one, one with { Unchanged = Few with { Calls = 1 } }]).ShouldBeNull();
        ServiceChange.Together([one, one with { Metric = ServiceQuantities.NoOpTime }]).ShouldBeNull();
        ServiceChange.Together([one, one with { IsEquivalence = true }]).ShouldBeNull();
    }

    [Fact]
    public async Task Changes_around_a_program_are_set_one_within_the_other()
    {
        var both = new CombinedIntervention([new PoolMinimum(), new QuietLogging()]);
        both.Environment.Keys.ShouldBe([.. new PoolMinimum().Environment.Keys, .. new QuietLogging().Environment.Keys]);
        both.Value.ShouldBe($"{new PoolMinimum()} and {new QuietLogging()}");
        await using var environment = await both.PrepareAsync(CancellationToken.None);
        environment.HidesRuntime.ShouldBeFalse();
    }

    [Fact]
    public void What_they_save_is_said_with_its_lower_bound() => VerdictText.Together(new DoctorTogether(["a", "b"], new DoctorProof(
        "together", "A=1 and B=2", "time from start to end", "ms", 1_000, 250, new Estimate(4, 3.5, 4.5), 0.004, 8)))
        .ShouldBe(" Together, A=1 and B=2 save 75 % of it (at least 71.4 %).");

    private static ServiceChange Change(string variable, string to, ProbeConnectionOptions options) => new(
        variable, "default", to, ServiceQuantities.QuickAck.Is(true), ServiceQuantities.CallTime, Few, Few with { Options = options })
    {
        Value = ServiceChanges.Median,
        PairMs = 100,
    };
}
