using Fathom.Records;
using Fathom.TestKit;

namespace Fathom.Tests.Records;

/// <summary>Records that name causes as they were called when the records were written.</summary>
public class FormerNamesTests
{
    [Theory]
    [InlineData("copy-bound", "cipher-cost")]
    [InlineData("thread-pool-starvation", "thread-pool-starvation")]
    public void A_record_is_read_with_the_present_names_of_its_causes(string written, string read)
    {
        var record = RunRecordStore.ReadFile(Repository.PathOf("bench/results/channels.json"));
        var old = record with { Findings = [.. record.Findings.Select(f => f with { Id = written })] };

        var again = RunRecordJson.Deserialize(RunRecordJson.Serialize(old), "old.json");

        again.Findings.Select(f => f.Id).Distinct().ShouldBe([read]);
        again.Findings.Select(f => f.Claim).ShouldBe(old.Findings.Select(f => f.Claim));
    }

    [Fact]
    public void The_page_of_a_present_name_exists() =>
        File.Exists(Repository.PathOf($"docs/findings/{FormerNames.Current("copy-bound")}.md")).ShouldBeTrue();
}
