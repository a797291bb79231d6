using System.Text.RegularExpressions;
using Fathom.Cli.Rendering;
using Fathom.Doctor;
using Fathom.Records;
using Fathom.Records.Changes;
using Fathom.Records.Doctors;
using Fathom.TestKit.Plants;
using Spectre.Console.Testing;

namespace Fathom.Tests.Doctor.Recorded;

/// <summary>The doctor of today, given what was measured of plants once: what it says of them is what the catalogue says.</summary>
public sealed class RecordedPlantTests
{
    public static TheoryData<string> Plants => [.. RecordedExamination.All];

    [Theory]
    [MemberData(nameof(Plants))]
    public async Task A_recorded_plant_is_named_and_proven_as_the_catalogue_says(string plant)
    {
        var verdict = await Examinations.AgainAsync(RecordedExamination.Read(plant));
        using var console = new TestConsole();
        DoctorView.Write(console, verdict);
        DoctorView.WritePage(console, "doctor.html");
        PlantCatalog.Find(plant).Check(verdict, console.Output);
        foreach (var (index, cause) in verdict.Causes.Index())
        {
            var kind = cause.Kind == FindingKind.Finding ? "proven" : "a hint, not proven";
            Regex.Replace(console.Output, @"\s+", " ").ShouldMatch(
                $@"{index + 1}\. {cause.Id}: [\d.]+ % of the time( of [\w ]+ at once \(at least [\d.]+ %\))?, {kind}");
        }
    }

    [Theory]
    [InlineData("collecting", "gc-pauses")]
    [InlineData("gzip", "compression-misuse")]
    public async Task An_examination_that_is_interrupted_in_its_rounds_has_the_cause_as_a_hint(string plant, string cause)
    {
        using var interruption = new Interruption();
        var verdict = await Examinations.AgainAsync(RecordedExamination.Read(plant), interruption, interruption.Token);
        verdict.Partial.ShouldBeTrue();
        (verdict.Causes[0].Id, verdict.Causes[0].Kind).ShouldBe((cause, FindingKind.Hint));
        verdict.Verdict.ShouldStartWith($"Nothing is proven. {cause} is suspected: ");
    }

    [Fact]
    public async Task An_examination_that_is_interrupted_between_experiments_names_all_rivals_that_are_left()
    {
        using var interruption = new Interruption("with a pause between");
        var verdict = await Examinations.AgainAsync(RecordedExamination.Read("serialised"), interruption, interruption.Token);
        verdict.Partial.ShouldBeTrue();
        verdict.Causes.Select(c => c.Id).ShouldContain("serialised-handler");
        verdict.Causes.Count.ShouldBeGreaterThan(1);
        verdict.Causes.ShouldAllBe(c => c.Kind == FindingKind.Hint);
        verdict.Verdict.ShouldStartWith("Undetermined: one place that calls take in turn (serialised-handler), or ");
        verdict.Verdict.ShouldContain("Further experiments were not made");
    }

    [Fact]
    public async Task A_cause_of_calls_at_once_is_gone_where_they_wait_no_more()
    {
        var then = await Examinations.AgainAsync(RecordedExamination.Read("limited"));
        var now = await Examinations.AgainAsync(RecordedExamination.Read("fast"));
        var change = DoctorChanges.Between(then, now);
        change.Time.ShouldNotBeNull().Metric.ShouldBe("time of 32 calls at once");
        change.Causes.ShouldContain(c => c.Id == "max-concurrent-streams-queue" && c.Became == CauseFate.Gone);
        change.Verdict.ShouldStartWith("The fix is proven: time of 32 calls at once ");
    }

    // As Ctrl-C, once the rounds begin, or at an experiment.
    private sealed class Interruption(string at = "rounds") : IDoctorProgress, IDisposable
    {
        private readonly CancellationTokenSource _ending = new();

        public CancellationToken Token => _ending.Token;

        public void Asks(string sentence)
        {
            if (sentence.Contains(at, StringComparison.Ordinal))
            {
                _ending.Cancel();
            }
        }

        public void Dispose() => _ending.Dispose();
    }
}
