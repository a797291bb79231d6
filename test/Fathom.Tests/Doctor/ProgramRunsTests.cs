using System.Text.RegularExpressions;
using Fathom.Doctor;
using Fathom.Doctor.Interventions;

namespace Fathom.Tests.Doctor;

/// <summary>Which runs of a program count, and as what.</summary>
public sealed class ProgramRunsTests
{
    private static readonly Intervention Change = new PoolMinimum();

    private readonly ProgramRuns _runs = new(new ProgramSpec(["client"], "."));

    [Fact]
    public void A_run_that_fails_is_in_the_record_and_is_not_compared()
    {
        _runs.Add(1, null, Ran(900)).ShouldBeTrue();
        _runs.Add(1, Change, Ran(20, exitCode: 3)).ShouldBeFalse();

        _runs.Of(Change).ShouldBeEmpty();
        _runs.WallsOf(Change).ShouldBeEmpty();
        _runs.All.Select(r => (r.Value, r.ExitCode, r.IsCompared)).ShouldBe([(900, 0, true), (20, 3, false)]);
        _runs.CaveatsOf(null).ShouldBeEmpty();
        _runs.CaveatsOf(Change).ShouldHaveSingleItem()
            .ShouldBe($"Of 1 runs with {Change} 1 failed (exit code 3): not compared.");
    }

    [Fact]
    public void A_run_that_is_given_up_took_at_least_its_limit()
    {
        _runs.AddGivenUp(1, null, TimeSpan.FromSeconds(20)).ShouldBeTrue();
        _runs.Of(null).ShouldHaveSingleItem().Value.ShouldBe(20_000);
        _runs.All.ShouldHaveSingleItem().IsGivenUp.ShouldBeTrue();
        _runs.CaveatsOf(null).ShouldHaveSingleItem().ShouldContain("given up after 20 s: they count as that long, and take longer");
    }

    [Fact]
    public void Where_a_number_is_compared_that_was_not_printed_it_has_no_value()
    {
        var runs = new ProgramRuns(new ProgramSpec(["client"], ".") { Metric = new Regex(@"took (\d+)") });
        runs.AddGivenUp(1, null, TimeSpan.FromSeconds(20)).ShouldBeFalse();
        runs.Add(1, null, Ran(900)).ShouldBeFalse();
        runs.Of(null).ShouldBeEmpty();
    }

    private static ProgramOutcome Ran(double ms, int exitCode = 0) =>
        new(TimeSpan.FromMilliseconds(ms), exitCode, null, InForce: true, "", Seen: null);
}
