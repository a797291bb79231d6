using Fathom.Lab.Results;
using Fathom.Lab.Studies;
using Fathom.TestKit;

namespace Fathom.Tests.Lab.Studies;

/// <summary>The committed records, judged again by the causes as they are now.</summary>
public class RecordedFindingsTests
{
    [Theory]
    [InlineData("channels")]
    [InlineData("channels-processors")]
    [InlineData("lag-full")]
    [InlineData("mediator-full")]
    public void The_trials_of_a_record_still_carry_its_findings_with_their_figures(string name)
    {
        var record = RunRecordStore.ReadFile(Repository.PathOf($"bench/results/{name}.json"));
        var study = StudyCatalog.All.Single(s => s.Name == record.Study);
        var plan = StudyPlanner.Plan(study, Enum.Parse<Profile>(record.Profile, ignoreCase: true), record.Seed, RestrictionsOf(record));

        var judged = FindingEngine.Judge(study, plan.Comparisons, record);

        judged.Select(Figures).ShouldBe(record.Findings.Select(Figures));
        study.Answer(MeasuredStudy.Of(study, record with { Findings = judged })).ShouldBe(record.Answer);
    }

    private static string Figures(Finding finding) =>
        $"{finding.Id} {finding.Kind} {finding.Pair} {finding.Model?.Predicted} {finding.Model?.Measured} {finding.Model?.Unit}";

    private static Dictionary<string, IReadOnlyList<string>> RestrictionsOf(RunRecord record) => record.Command
        .Zip(record.Command.Skip(1)).Where(pair => pair.First == "--level").Select(pair => pair.Second.Split('='))
        .ToDictionary(level => level[0], level => (IReadOnlyList<string>)level[1].Split(','));
}
