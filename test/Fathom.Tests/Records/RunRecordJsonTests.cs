using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Fathom.Records;
using Fathom.TestKit;
using Fathom.TestKit.Records;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Records;

public sealed class RunRecordJsonTests
{
    [Fact]
    public void Every_valid_record_is_read_as_it_was_written() => Prop.ForAll(RecordGenerator.Records, record =>
    {
        var json = RunRecordJson.Serialize(record);
        RunRecordJson.Check(record, json).ShouldBeEmpty();
        SameRecord.Differences(record, RunRecordJson.Deserialize(json, "record.json")).ShouldBeEmpty();
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void The_form_of_the_file_is_kept()
    {
        var json = Encoding.UTF8.GetString(RunRecordJson.Serialize(SyntheticRecords.Small()));
        Snapshot.Matches(json, "run-record");
        json.ShouldContain("\"started\": \"2026-11-21T03:00:00Z\"");
    }

    [Fact]
    public void A_trial_takes_one_line_for_each_of_its_members_and_no_value_is_changed_by_the_layout() =>
        Prop.ForAll(RecordGenerator.Records, record =>
        {
            var text = Encoding.UTF8.GetString(RunRecordJson.Serialize(record));
            var node = JsonNode.Parse(text)!;
            text.Split('\n').Count(l => l.StartsWith("      \"replicates\": [", StringComparison.Ordinal)).ShouldBe(record.Trials.Count);
            text.Split('\n').ShouldAllBe(l => l.Length - l.TrimStart().Length <= 6);
            JsonLayout.Indent(Encoding.UTF8.GetBytes(node.ToJsonString()), 0).ShouldBe(Encoding.UTF8.GetBytes(node.ToJsonString() + "\n"));
        }).QuickCheckThrowOnFailure();

    [Fact]
    public void A_record_of_before_there_were_pictures_and_lines_has_none()
    {
        var earlier = JsonNode.Parse(RunRecordJson.Serialize(SyntheticRecords.Small()))!.AsObject();
        earlier.Remove("pictures").ShouldBeTrue();
        earlier.Remove("lines").ShouldBeTrue();
        var read = RunRecordJson.Deserialize(Encoding.UTF8.GetBytes(earlier.ToJsonString()), "record.json");
        read.Pictures.ShouldBeEmpty();
        read.Lines.ShouldBeEmpty();
    }

    [Fact]
    public void A_moment_of_another_zone_is_written_as_UTC()
    {
        var record = SyntheticRecords.Small() with { Started = new DateTimeOffset(2026, 11, 21, 5, 0, 0, TimeSpan.FromHours(2)) };
        JsonNode.Parse(RunRecordJson.Serialize(record))!["started"]!.GetValue<string>().ShouldBe("2026-11-21T03:00:00Z");
    }

    [Fact]
    public void The_shipped_schema_is_the_one_in_the_assembly() =>
        File.ReadAllText(Repository.PathOf("src/Fathom.Records/fathom.run.1.schema.json")).ShouldBe(RunRecordSchema.Text);

    [Fact]
    public void A_member_that_the_schema_does_not_know_is_refused_wherever_it_stands()
    {
        var valid = RunRecordJson.Serialize(SyntheticRecords.Small());
        // The statuses of foreign stacks may have any name.
        foreach (var place in RecordMutations.Objects(JsonNode.Parse(valid)!)
            .Where(p => !p.EndsWith("errors_by_status", StringComparison.Ordinal)))
        {
            var mutated = RecordMutations.With(valid, place, o => o.AsObject()["zz Not"] = 1);
            using var document = JsonDocument.Parse(mutated);
            RunRecordSchema.Validate(document.RootElement).ShouldContain(p => p.Location == $"{place}/zz Not", place);
        }
    }
}
