using System.Text;
using Fathom.Lab.Results;
using Fathom.TestKit.Records;

namespace Fathom.Tests.Lab.Results;

public sealed class RunRecordStoreTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-store-");
    private readonly RunRecordStore _store;

    public RunRecordStoreTests() => _store = new RunRecordStore(Path.Combine(_folder.FullName, "out"));

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void What_was_written_is_read_again_and_nothing_else_is_left()
    {
        var record = SyntheticRecords.Channels();
        _store.Write(record).ShouldBe(_store.PathOf("channels"));
        SameRecord.Differences(record, _store.Read("channels")).ShouldBeEmpty();
        Directory.GetFiles(_store.Folder).ShouldHaveSingleItem();
    }

    [Fact]
    public void A_new_record_replaces_the_old_one()
    {
        _store.Write(SyntheticRecords.Channels());
        _store.Write(SyntheticRecords.Partial());
        _store.Read("channels").Partial.ShouldBeTrue();
        Directory.GetFiles(_store.Folder).ShouldHaveSingleItem();
    }

    [Theory]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public void A_number_that_JSON_has_not_is_refused_with_its_place_and_the_record_is_kept_beside(double number)
    {
        var good = SyntheticRecords.Channels();
        _store.Write(good);
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

        var error = Should.Throw<RunRecordException>(() => _store.Write(bad));
        error.Problems.Select(p => p.Location).ShouldBe(
            ["/trials/1/replicates/0/wall_ms", "/trials/1/metrics/wall_ms/low"], ignoreOrder: true);
        error.Problems.ShouldAllBe(p => p.Accepted == "a finite number");
        error.File.ShouldBe(Path.Combine(_store.Folder, "channels.invalid.json"));
        File.ReadAllText(error.File).ShouldContain("\"t02\"");
        SameRecord.Differences(good, _store.Read("channels")).ShouldBeEmpty();
    }

    [Fact]
    public void A_null_where_none_may_be_is_refused_and_the_record_is_kept_beside()
    {
        var error = Should.Throw<RunRecordException>(
            () => _store.Write(SyntheticRecords.Channels() with { Answer = null!, Command = [null!] }));
        error.Problems.Select(p => p.ToString()).ShouldBe(
            ["(the whole document): found no \"answer\"; accepted: an object with \"answer\"",
                "/command/0: found null; accepted: a string"]);
        File.Exists(error.File).ShouldBeTrue();
    }

    [Fact]
    public void A_study_s_name_cannot_lead_out_of_the_folder()
    {
        var error = Should.Throw<RunRecordException>(() => _store.Write(SyntheticRecords.Channels() with { Study = "../../evil" }));
        Path.GetDirectoryName(error.File).ShouldBe(_store.Folder);
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
        Directory.CreateDirectory(_store.Folder);
        var path = _store.PathOf("channels");
        File.WriteAllText(path, content);
        var message = Should.Throw<RunRecordException>(() => RunRecordStore.ReadFile(path)).Message;
        message.ShouldStartWith(path);
        message.ShouldContain(reason, Case.Insensitive);
        message.Split('\n')[^1].ShouldMatch("run the study again|wrote");
    }

    [Fact]
    public void A_missing_file_is_named() =>
        Should.Throw<RunRecordException>(() => _store.Read("nowhere")).Message.ShouldStartWith(_store.PathOf("nowhere"));

    [Fact]
    public void A_byte_order_mark_does_no_harm()
    {
        var path = _store.Write(SyntheticRecords.Channels());
        File.WriteAllText(path, File.ReadAllText(path), new UTF8Encoding(encoderShouldEmitUTF8Identifier: true));
        _store.Read("channels").Study.ShouldBe("channels");
    }

    [Fact]
    public void The_check_before_a_run_makes_the_folder_and_leaves_nothing_in_it()
    {
        _store.CheckWritable();
        Directory.GetFileSystemEntries(_store.Folder).ShouldBeEmpty();
    }

    [Fact]
    public void A_folder_that_cannot_be_is_told_before_anything_is_measured()
    {
        File.WriteAllText(Path.Combine(_folder.FullName, "out"), "a file stands where the folder should");
        var message = Should.Throw<RunRecordException>(_store.CheckWritable).Message;
        message.ShouldStartWith(_store.Folder);
        message.ShouldContain("--out");
    }

    [Fact]
    public void A_file_that_cannot_be_replaced_leaves_no_temporary_behind()
    {
        Directory.CreateDirectory(_store.PathOf("channels"));
        Should.Throw<RunRecordException>(() => _store.Write(SyntheticRecords.Channels())).Message.ShouldContain(_store.Folder);
        Directory.GetFiles(_store.Folder).ShouldBeEmpty();
    }
}
