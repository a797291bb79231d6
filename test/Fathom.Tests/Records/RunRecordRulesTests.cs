using Fathom.Records;
using Fathom.TestKit.Records;

namespace Fathom.Tests.Records;

public sealed class RunRecordRulesTests
{
    private static readonly RunRecord Valid = SyntheticRecords.Channels();

    [Fact]
    public void A_whole_record_and_a_partial_one_hold()
    {
        RunRecordRules.Check(Valid).ShouldBeEmpty();
        RunRecordRules.Check(SyntheticRecords.Partial()).ShouldBeEmpty();
    }

    [Theory]
    [MemberData(nameof(Broken))]
    public void What_is_named_must_be_declared(string location, Func<RunRecord, RunRecord> spoil) =>
        RunRecordRules.Check(spoil(Valid)).Select(p => p.Location).ShouldContain(location);

    [Fact]
    public void A_hint_need_not_be_a_pair_of_one_factor()
    {
        var finding = Valid.Findings[0] with { Counterfactual = "t08" };
        RunRecordRules.Check(Valid with { Findings = [finding] }).ShouldHaveSingleItem().Found.ShouldContain("call");
        RunRecordRules.Check(Valid with { Findings = [finding with { Kind = FindingKind.Hint }] }).ShouldBeEmpty();
    }

    [Fact]
    public void A_claim_need_not_be_a_pair_but_has_all_of_it_or_nothing()
    {
        var alone = Valid.Findings[0] with { Baseline = null, Counterfactual = null, Changed = null, Metric = null, Ratio = null };
        RunRecordRules.Check(Valid with { Findings = [alone] }).ShouldBeEmpty();
        RunRecordRules.Check(Valid with { Findings = [alone with { Metric = "wall_ms" }] }).Select(p => p.Location)
            .ShouldBe(["/findings/0/baseline", "/findings/0/counterfactual", "/findings/0/changed", "/findings/0/ratio"]);
    }

    [Fact]
    public void A_claim_without_a_pair_is_written_and_read()
    {
        var alone = new Finding { Id = "slow-start", Kind = FindingKind.Hint, Claim = "c", Fix = "f" };
        var json = RunRecordJson.Serialize(Valid with { Findings = [alone] });
        var read = RunRecordJson.Deserialize(json, "record.json").Findings.ShouldHaveSingleItem();
        (read.Id, read.Claim, read.Pair).ShouldBe(("slow-start", "c", null));
    }

    public static TheoryData<string, Func<RunRecord, RunRecord>> Broken() => new()
    {
        { "/trials", r => r with { Trials = [.. r.Trials, r.Trials[0]] } },
        { "/metrics/0/id", r => r with { Metrics = [r.Metrics[0] with { Id = "errors" }, .. r.Metrics] } },
        { "/trials/0/metrics/wall_ms", r => r with { Metrics = [.. r.Metrics.Skip(1)] } },
        { "/trials/0/metrics/wall_ms", r => r with { Metrics = [r.Metrics[0] with { Unit = "s" }, .. r.Metrics.Skip(1)] } },
        { "/trials/0/replicates/0/wall_ms", r => r with { Metrics = [.. r.Metrics.Skip(1)] } },
        { "/trials/1/factors/call", r => r with { Factors = [.. r.Factors.Where(f => f.Name != "call")] } },
        { "/trials/1/factors/call", r => r with { Factors =
            [.. r.Factors.Select(f => f with { Levels = [.. f.Levels.Where(l => l != "async")] })] } },
        { "/failures/0/trial", r => r with { Failures = [r.Failures[0] with { Trial = "t99" }] } },
        { "/tables/0/rows/0/cells", r => r with { Tables = [r.Tables[0] with { Columns = ["one"] }] } },
        { "/tables/0/rows/4/cells/0/trial", r => r with { Trials = [.. r.Trials.Where(t => t.Id != "t05")], Findings = [] } },
        { "/lines/0/trial", r => r with { Lines = [r.Lines[0] with { Trial = "t99" }] } },
        { "/pictures/0/x", r => r with { Pictures = [r.Pictures[0] with { X = "colour" }] } },
        { "/pictures/0/y", r => r with { Pictures = [r.Pictures[0] with { Y = "call" }] } },
        { "/pictures/0/series", r => r with { Pictures = [r.Pictures[0] with { Series = "wall_ms" }] } },
        { "/pictures/0/panels/1", r => r with { Pictures = [r.Pictures[0] with { Panels = ["call", "wall_ms"] }] } },
        { "/pictures/0/mark", r => r with { Pictures = [r.Pictures[0] with { Mark = "call" }] } },
        { "/findings/0/baseline", r => r with { Findings = [r.Findings[0] with { Baseline = "t99" }] } },
        { "/findings/0/changed", r => r with { Findings =
            [r.Findings[0] with { Changed = new ChangedFactor("call", "async", "blocking") }] } },
        { "/findings/0/changed", r => r with { Findings = [r.Findings[0] with { Counterfactual = "t01" }] } },
    };
}
