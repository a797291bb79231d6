using Fathom.Records.Changes;
using Fathom.Records;
using Fathom.TestKit.Records;

namespace Fathom.Tests.Records.Changes;

public class ComparabilityTests
{
    private static readonly RunRecord Record = SyntheticRecords.Channels();

    [Fact]
    public void Two_runs_of_one_plan_on_one_machine_can_be_compared() => Comparability.Refusals(Record, Record).ShouldBeEmpty();

    [Fact]
    public void Another_study_is_refused() => Comparability.Refusals(Record, Record with { Study = "lag" }).ShouldBe(
        ["one record is of 'channels', the other of 'lag'; two records of the same study are accepted"]);

    [Fact]
    public void Another_machine_is_refused_with_what_to_do() =>
        Comparability.Refusals(Record, Record with { Machine = Record.Machine with { Cpu = "Other" } }).ShouldHaveSingleItem().ShouldBe(
            "they are of different machines (processor 'Synthetic CPU @ 2.50GHz' and 'Other'); "
                + "repeat one of the runs on the other's machine");

    [Fact]
    public void Another_number_of_processors_is_refused() =>
        Comparability.Refusals(Record, Record with { Machine = Record.Machine with { Cores = 4 } }).ShouldHaveSingleItem()
            .ShouldStartWith("they had different numbers of processors (2 and 4)");

    [Fact]
    public void Another_profile_is_refused() => Comparability.Refusals(Record, Record with { Profile = "full" })
        .ShouldHaveSingleItem().ShouldStartWith("their profiles differ ('quick' and 'full')");

    [Fact]
    public void A_factor_that_varies_in_one_record_alone_is_refused() => Comparability
        .Refusals(Record, Record with { Factors = [.. Record.Factors, new FactorInfo("link", "the link", ["none", "slow"])] })
        .ShouldHaveSingleItem().ShouldStartWith("only the second record has the factor 'link', with 2 levels");

    [Fact]
    public void A_factor_with_one_level_in_one_record_alone_is_accepted() => Comparability
        .Refusals(Record, Record with { Factors = [.. Record.Factors, new FactorInfo("link", "the link", ["none"])] }).ShouldBeEmpty();

    [Fact]
    public void What_else_differs_is_said()
    {
        var caveats = Comparability.Caveats(
            Record, Record with { Partial = true, Machine = Record.Machine with { Dotnet = "11.0.0", CongestionControl = null } });

        caveats.ShouldContain("the version of .NET differs: 10.0.1 before, 11.0.0 after");
        caveats.ShouldContain("TCP congestion control differs: reno before, not known after");
        caveats.ShouldContain("the second run was interrupted: it has what was measured before");
        caveats[0].ShouldStartWith("the two runs were not interleaved");
    }
}
