using Fathom.Cli.Rendering;
using Fathom.Doctor;
using Fathom.Records;
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
        DoctorView.Write(console, verdict, "doctor.html");
        PlantCatalog.Find(plant).Check(verdict, console.Output);
        foreach (var (index, cause) in verdict.Causes.Index())
        {
            var kind = cause.Kind == FindingKind.Finding ? "proven" : "a hint, not proven";
            console.Lines.ShouldContain(l => l.StartsWith($"{index + 1}. {cause.Id}: ", StringComparison.Ordinal)
                && l.EndsWith($" % of the time, {kind}", StringComparison.Ordinal), console.Output);
        }
    }

    [Theory]
    [InlineData("collecting", "gc-pauses")]
    [InlineData("limited", "max-concurrent-streams-queue")]
    public async Task An_examination_that_is_interrupted_in_its_rounds_has_the_cause_as_a_hint(string plant, string cause)
    {
        using var interruption = new Interruption();
        var verdict = await Examinations.AgainAsync(RecordedExamination.Read(plant), interruption, interruption.Token);
        verdict.Partial.ShouldBeTrue();
        (verdict.Causes[0].Id, verdict.Causes[0].Kind).ShouldBe((cause, FindingKind.Hint));
        verdict.Verdict.ShouldStartWith($"Nothing is proven. {cause} is suspected: ");
    }

    // As Ctrl-C, once the rounds begin.
    private sealed class Interruption : IDoctorProgress, IDisposable
    {
        private readonly CancellationTokenSource _ending = new();

        public CancellationToken Token => _ending.Token;

        public void Asks(string sentence)
        {
            if (sentence.Contains("rounds", StringComparison.Ordinal))
            {
                _ending.Cancel();
            }
        }

        public void Dispose() => _ending.Dispose();
    }
}
