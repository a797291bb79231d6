using Fathom.Diagnosis.Causes.PingRoundTrips;
using Fathom.Records;
using Fathom.Records.Comparing;
using Fathom.Studies;
using Fathom.TestKit.Records;

namespace Fathom.Tests.Studies;

/// <summary>The committed records, judged again by the causes as they are now.</summary>
public class RecordedFindingsTests
{
    [Theory]
    [InlineData("channels")]
    [InlineData("lag-full")]
    [InlineData("mediator-full")]
    [InlineData("lag-quick")]
    [InlineData("compression-quick")]
    [InlineData("mediator-quick")]
    [InlineData("tree")]
    [InlineData("channels-published")]
    public void The_trials_of_a_record_still_carry_its_findings_with_their_figures(string name)
    {
        var record = CommittedRecords.Read(name);
        var study = StudyCatalog.All.Single(s => s.Name == record.Study);
        var plan = StudyPlanner.Plan(study, Enum.Parse<Profile>(record.Profile, ignoreCase: true), record.Seed, RestrictionsOf(record));

        var judged = FindingEngine.Judge(study, plan.Comparisons, record);

        if (record.Findings.Any(f => f.Ratio is { Confidence: null, RangeOf: null }))
        {
            // Made before intervals came from the test that decides, and some trials have three replicates, which decide nothing now.
            judged.Select(Claimed).ShouldBe(record.Findings.Where(f => ReplicatesOf(record, f) >= DifferenceTest.MinReplicates)
                .Select(f => Claimed(f.Id == PingRoundTripsCause.Name ? f with { Kind = FindingKind.Hint } : f)));
            return;
        }

        // A record made before its study measured what a cause needs now carries the findings of the other causes only.
        var measurable = record.Findings.Where(f => IsMeasured(study, record, f)).ToList();
        judged.Select(Figures).ShouldBe(measurable.Select(Figures));
        if (measurable.Count < record.Findings.Count)
        {
            return;
        }

        study.Answer(MeasuredStudy.Of(study, record with { Findings = judged })).ShouldBe(record.Answer);
    }

    // Whether every metric by which the study observes what the cause needs is in the record.
    private static bool IsMeasured(StudySpec study, RunRecord record, Finding finding) =>
        study.Metrics.Where(m => m.Observes is { } quantity
            && study.Causes.Single(c => c.Id == finding.Id).RequiredInStudy.Contains(quantity))
            .All(m => record.Metrics.Any(i => i.Id == m.Id));

    private static string Figures(Finding finding) => $"{Claimed(finding)} {finding.Ratio}";

    private static string Claimed(Finding finding)
    {
        var model = finding.Model is { Counts: true } ? finding.Model : null;
        return $"{finding.Id} {finding.Kind} {finding.Baseline} {finding.Counterfactual} {finding.Changed} {finding.Metric} "
            + $"{model?.Predicted} {model?.Measured} {model?.Unit}";
    }

    private static int ReplicatesOf(RunRecord record, Finding finding) =>
        Math.Min(record.Trial(finding.Baseline!).Replicates.Count, record.Trial(finding.Counterfactual!).Replicates.Count);

    private static Dictionary<string, IReadOnlyList<string>> RestrictionsOf(RunRecord record) => record.Command
        .Zip(record.Command.Skip(1)).Where(pair => pair.First == "--level").Select(pair => pair.Second.Split('='))
        .ToDictionary(level => level[0], level => (IReadOnlyList<string>)level[1].Split(','));
}
