namespace Fathom.Tests.Cli;

/// <summary><c>fathom proto export</c>: where the text goes.</summary>
public sealed class ProtoExportTests : IDisposable
{
    private readonly ProtoExportFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Without_out_the_text_goes_to_standard_output()
    {
        ContractAssembly.Write(_folder.PathOf("one.dll"), ("acme.proto", "syntax = \"proto3\";\n// ü\n"));

        (await _folder.ExportAsync("one.dll")).ShouldBe((0, "syntax = \"proto3\";\n// ü\n", ""));
    }

    [Theory]
    [InlineData("new/folder", "new/folder/acme.proto")]
    [InlineData("new/other.proto", "new/other.proto")]
    public async Task Out_names_a_folder_or_a_file_and_makes_what_is_missing(string target, string expected)
    {
        ContractAssembly.Write(_folder.PathOf("one.dll"), ("acme.proto", "// text\n"));

        (await _folder.ExportAsync("one.dll", "--out", target)).ShouldBe((0, _folder.PathOf(expected) + Environment.NewLine, ""));
        File.ReadAllText(_folder.PathOf(expected)).ShouldBe("// text\n");
    }

    [Fact]
    public async Task Several_files_need_a_folder_and_are_imported_by_their_names()
    {
        ContractAssembly.Write(_folder.PathOf("two.dll"), ("shop.proto", "import \"stock.proto\";"), ("stock.proto", "// stock"));

        (await _folder.ExportAsync("two.dll")).ShouldBe((2, "",
            "fathom: --out: the assembly's contracts are 2 files (shop.proto, stock.proto): give --out DIR" + Environment.NewLine));
        (await _folder.ExportAsync("two.dll", "-o", "all.proto")).ExitCode.ShouldBe(2);
        (await _folder.ExportAsync("two.dll", "-o", "all")).ExitCode.ShouldBe(0);
        Directory.GetFiles(_folder.PathOf("all")).Select(Path.GetFileName).ShouldBe(["shop.proto", "stock.proto"], ignoreOrder: true);
    }
}
