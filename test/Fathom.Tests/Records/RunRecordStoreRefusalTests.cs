using Fathom.Records;
using Fathom.TestKit.Records;

namespace Fathom.Tests.Records;

/// <summary>Records and files that a store refuses, with the place, the reason and the remedy.</summary>
public sealed class RunRecordStoreRefusalTests : IDisposable
{
    private readonly TemporaryStore _temporary = new();

    private RunRecordStore Store => _temporary.Store;

    public void Dispose() => _temporary.Dispose();

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public void A_number_that_JSON_has_not_is_refused_with_its_place_and_the_record_is_kept_beside(double number)
    {
        var good = SyntheticRecords.Channels();
        Store.Write(good);
        var trial = good.Trials[1];
        var bad = good with
        {
            Trials = [good.Trials[0], trial with
            {
                Metrics = new Dictionary<string, MetricValue>(trial.Metrics) { ["wall_ms"] = new(1, number, 2, "ms") },
                Replicates = [trial.Replicates[0] with { Values = new Dictionary<string, double> { ["wall_ms"] = number } }],
            }],
            Findings = [],
        };

        var error = Should.Throw<RunRecordException>(() => Store.Write(bad));
        error.Problems.Select(p => p.Location).ShouldBe(
            ["/trials/1/replicates/0/wall_ms", "/trials/1/metrics/wall_ms/low"], ignoreOrder: true);
        error.Problems.ShouldAllBe(p => p.Accepted == "a finite number");
        error.File.ShouldBe(Path.Combine(Store.Folder, "channels.invalid.json"));
        File.ReadAllText(error.File).ShouldContain("\"t02\"");
        SameRecord.Differences(good, Store.Read("channels")).ShouldBeEmpty();
    }

    [Fact]
    public void A_null_where_none_may_be_is_refused_and_the_record_is_kept_beside()
    {
        var error = Should.Throw<RunRecordException>(
            () => Store.Write(SyntheticRecords.Channels() with { Answer = null!, Command = [null!] }));
        error.Problems.Select(p => p.ToString()).ShouldBe(
            ["(the whole document): found no \"answer\"; accepted: an object with \"answer\"",
                "/command/0: found null; accepted: a string"]);
        File.Exists(error.File).ShouldBeTrue();
    }

    [Fact]
    public void A_study_s_name_cannot_lead_out_of_the_folder()
    {
        var error = Should.Throw<RunRecordException>(() => Store.Write(SyntheticRecords.Channels() with { Study = "../../evil" }));
        Path.GetDirectoryName(error.File).ShouldBe(Store.Folder);
        error.Problems.ShouldHaveSingleItem().Location.ShouldBe("/study");
    }

    [Theory]
    [InlineData("""{ "schema": "fathom.run/2" }""", "/schema: found \"fathom.run/2\"; this build of Fathom understands fathom.run/1")]
    [InlineData("""{ "schema": 1 }""", "/schema: found 1")]
    [InlineData("""{ "a": 1 }""", "without a member \"schema\"")]
    [InlineData("[]", "without a member \"schema\"")]
    [InlineData("""{ "schema": "fathom.run/1" }""", "found no \"study\"")]
    [InlineData("""{ "schema": "fathom.run/1", "schema": "fathom.run/1" }""", "Duplicate")]
    [InlineData("""{ "schema": """, "is no JSON")]
    [InlineData("", "is no JSON")]
    public void A_file_that_is_no_record_is_refused_by_name_with_reason_and_remedy(string content, string reason)
    {
        Directory.CreateDirectory(Store.Folder);
        var path = Store.PathOf("channels");
        File.WriteAllText(path, content);
        var message = Should.Throw<RunRecordException>(() => RunRecordStore.ReadFile(path)).Message;
        message.ShouldStartWith(path);
        message.ShouldContain(reason, Case.Insensitive);
        message.Split('\n')[^1].ShouldMatch("run the study again|wrote");
    }
}
