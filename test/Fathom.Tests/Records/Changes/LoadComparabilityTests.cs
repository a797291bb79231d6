using Fathom.Records.Changes;
using Fathom.Records.Loads;

namespace Fathom.Tests.Records.Changes;

/// <summary>Which records of load can be compared.</summary>
public class LoadComparabilityTests
{
    private static readonly LoadRecord Run = SyntheticLoads.Of(2, _ => (100, 0, 10, 20));

    [Theory]
    [InlineData("call", "one record is of calls of a.B/C, the other of a.B/D")]
    [InlineData("plan", "their plans differ in --connections (1 and 4); repeat one of the runs with the flags of the other")]
    [InlineData("data", "their plans differ in --data (none and json)")]
    [InlineData("deadline", "their plans differ in --deadline (none and 250 ms)")]
    [InlineData("machine", "they are of different machines (processor 'a processor' and 'another')")]
    public void What_cannot_be_compared_is_refused_with_the_reason(string what, string reason)
    {
        var before = Run;
        var after = what switch
        {
            "call" => before with { Plan = before.Plan with { Call = "a.B/D" } },
            "plan" => before with { Plan = before.Plan with { Connections = 4 } },
            "data" => before with { Plan = before.Plan with { DataFormat = "json" } },
            "deadline" => before with { Plan = before.Plan with { DeadlineSeconds = 0.25 } },
            _ => before with { Machine = before.Machine with { Cpu = "another" } },
        };

        LoadComparability.Refusals(before, after).ShouldHaveSingleItem().ShouldStartWith(reason);
        LoadComparability.Refusals(before, before with { Plan = before.Plan with { Seed = 7 } }).ShouldBeEmpty();
    }

    [Fact]
    public void Of_a_record_of_an_earlier_version_the_deadline_is_not_known_and_that_is_said()
    {
        var before = Run with { CountedSeconds = null };
        var after = Run;
        after = after with { Plan = after.Plan with { DeadlineSeconds = 0.25 } };

        LoadComparability.Refusals(before, after).ShouldBeEmpty();
        LoadComparability.Caveats(before, after).ShouldContain(
            c => c.StartsWith("records of earlier versions do not hold --deadline", StringComparison.Ordinal));
    }
}
