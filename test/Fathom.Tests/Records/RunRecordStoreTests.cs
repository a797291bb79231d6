using System.Text;
using Fathom.Records;
using Fathom.TestKit.Records;

namespace Fathom.Tests.Records;

/// <summary>Records written and read again, and the folder they are in.</summary>
public sealed class RunRecordStoreTests : IDisposable
{
    private readonly TemporaryStore _temporary = new();

    private RunRecordStore Store => _temporary.Store;

    public void Dispose() => _temporary.Dispose();

    [Fact]
    public void What_was_written_is_read_again_and_nothing_else_is_left()
    {
        var record = SyntheticRecords.Channels();
        Store.Write(record).ShouldBe(Store.PathOf("channels"));
        SameRecord.Differences(record, Store.Read("channels")).ShouldBeEmpty();
        Directory.GetFiles(Store.Folder).ShouldHaveSingleItem();
    }

    [Fact]
    public void A_new_record_replaces_the_old_one()
    {
        Store.Write(SyntheticRecords.Channels());
        Store.Write(SyntheticRecords.Partial());
        Store.Read("channels").Partial.ShouldBeTrue();
        Directory.GetFiles(Store.Folder).ShouldHaveSingleItem();
    }

    [Fact]
    public void A_missing_file_is_named() =>
        Should.Throw<RunRecordException>(() => Store.Read("nowhere")).Message.ShouldStartWith(Store.PathOf("nowhere"));

    [Fact]
    public void A_byte_order_mark_does_no_harm()
    {
        var path = Store.Write(SyntheticRecords.Channels());
        File.WriteAllText(path, File.ReadAllText(path), new UTF8Encoding(encoderShouldEmitUTF8Identifier: true));
        Store.Read("channels").Study.ShouldBe("channels");
    }

    [Fact]
    public void The_check_before_a_run_makes_the_folder_and_leaves_nothing_in_it()
    {
        Store.CheckWritable();
        Directory.GetFileSystemEntries(Store.Folder).ShouldBeEmpty();
    }

    [Fact]
    public void A_folder_that_cannot_be_is_told_before_anything_is_measured()
    {
        File.WriteAllText(Store.Folder, "a file stands where the folder should");
        var message = Should.Throw<RunRecordException>(Store.CheckWritable).Message;
        message.ShouldStartWith(Store.Folder);
        message.ShouldContain("--out");
    }

    [Fact]
    public void A_file_that_cannot_be_replaced_leaves_no_temporary_behind()
    {
        Directory.CreateDirectory(Store.PathOf("channels"));
        Should.Throw<RunRecordException>(() => Store.Write(SyntheticRecords.Channels())).Message.ShouldContain(Store.Folder);
        Directory.GetFiles(Store.Folder).ShouldBeEmpty();
    }
}
