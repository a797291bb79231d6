using Fathom.Contracts.Proto;
using Fathom.TestKit;

namespace Fathom.Contracts.Tests.Proto;

/// <summary>The .proto text of this assembly's own contracts.</summary>
public class ProtoExportTests
{
    private const string Committed = "test/Fathom.Contracts.Tests/Samples/fathom.contracts.tests.exported.proto";

    [Fact]
    public void The_committed_text_is_what_the_code_declares()
    {
        var file = Exported().ShouldHaveSingleItem();
        file.Name.ShouldBe(Path.GetFileName(Committed));
        Snapshot.MatchesFile(file.Text, Repository.PathOf(Committed));
    }

    [Fact]
    public void What_is_read_from_metadata_is_what_reflection_sees() =>
        Exported().Select(f => (f.Name, f.Text)).ShouldBe(
            typeof(ProtoExportTests).Assembly.GetCustomAttributes(typeof(ProtoFileAttribute), false)
            .Cast<ProtoFileAttribute>().Select(a => (a.Name, a.Text)));

    [Fact]
    public void An_assembly_without_contracts_has_no_files()
    {
        using var assembly = File.OpenRead(typeof(Repository).Assembly.Location);
        ProtoFiles.Read(assembly).ShouldBeEmpty();
    }

    [Fact]
    public void What_is_no_assembly_is_refused() =>
        Should.Throw<BadImageFormatException>(() => ProtoFiles.Read(new MemoryStream("not an assembly"u8.ToArray())));

    private static IReadOnlyList<ProtoFile> Exported()
    {
        using var assembly = File.OpenRead(typeof(ProtoExportTests).Assembly.Location);
        return ProtoFiles.Read(assembly);
    }
}
