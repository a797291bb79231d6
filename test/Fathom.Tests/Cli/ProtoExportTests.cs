using Fathom.TestKit;

namespace Fathom.Tests.Cli;

/// <summary><c>fathom proto export</c>: where the text goes, and what is refused.</summary>
public sealed class ProtoExportTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-proto-");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Without_out_the_text_goes_to_standard_output()
    {
        ContractAssembly.Write(PathOf("one.dll"), ("acme.proto", "syntax = \"proto3\";\n// ü\n"));

        (await ExportAsync("one.dll")).ShouldBe((0, "syntax = \"proto3\";\n// ü\n", ""));
    }

    [Theory]
    [InlineData("new/folder", "new/folder/acme.proto")]
    [InlineData("new/other.proto", "new/other.proto")]
    public async Task Out_names_a_folder_or_a_file_and_makes_what_is_missing(string target, string expected)
    {
        ContractAssembly.Write(PathOf("one.dll"), ("acme.proto", "// text\n"));

        (await ExportAsync("one.dll", "--out", target)).ShouldBe((0, PathOf(expected) + Environment.NewLine, ""));
        File.ReadAllText(PathOf(expected)).ShouldBe("// text\n");
    }

    [Fact]
    public async Task Several_files_need_a_folder_and_are_imported_by_their_names()
    {
        ContractAssembly.Write(PathOf("two.dll"), ("shop.proto", "import \"stock.proto\";"), ("stock.proto", "// stock"));

        (await ExportAsync("two.dll")).ShouldBe((2, "",
            "fathom: --out: the assembly's contracts are 2 files (shop.proto, stock.proto): give --out DIR" + Environment.NewLine));
        (await ExportAsync("two.dll", "-o", "all.proto")).ExitCode.ShouldBe(2);
        (await ExportAsync("two.dll", "-o", "all")).ExitCode.ShouldBe(0);
        Directory.GetFiles(PathOf("all")).Select(Path.GetFileName).ShouldBe(["shop.proto", "stock.proto"], ignoreOrder: true);
    }

    [Theory]
    [InlineData("../outside.proto")]
    [InlineData("/tmp/outside.proto")]
    [InlineData("profile")]
    [InlineData("a\nb.proto")]
    public async Task A_name_in_the_assembly_chooses_no_place(string name)
    {
        ContractAssembly.Write(PathOf("hostile.dll"), (name, "// text"));

        var (exitCode, output, error) = await ExportAsync("hostile.dll", "--out", "inside");

        (exitCode, output).ShouldBe((2, ""));
        error.ShouldContain("it names a file");
        Directory.Exists(PathOf("inside")).ShouldBeFalse();
    }

    [Fact]
    public async Task A_damaged_assembly_is_refused_wherever_the_damage_is()
    {
        ContractAssembly.Write(PathOf("whole.dll"), ("acme.proto", "// text"));
        var whole = await File.ReadAllBytesAsync(PathOf("whole.dll"));
        var random = new Random(1);
        for (var i = 0; i < 300; i++)
        {
            var damaged = whole.ToArray();
            for (var n = 0; n < 4; n++)
            {
                damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            }

            await File.WriteAllBytesAsync(PathOf("damaged.dll"), damaged[..random.Next(damaged.Length / 2, damaged.Length + 1)]);

            (await ExportAsync("damaged.dll")).ExitCode.ShouldBeOneOf(0, 2);
        }
    }

    [Fact]
    public async Task A_file_that_is_not_there_is_named()
    {
        var (exitCode, output, error) = await ExportAsync("nowhere.dll");

        exitCode.ShouldBe(2);
        output.ShouldBeEmpty();
        error.ShouldStartWith("fathom: ASSEMBLY: 'nowhere.dll' cannot be read: ");
    }

    [Fact]
    public async Task A_file_that_is_no_assembly_is_refused()
    {
        await File.WriteAllTextAsync(PathOf("text.dll"), "not an assembly");

        var (exitCode, _, error) = await ExportAsync("text.dll");

        exitCode.ShouldBe(2);
        error.ShouldStartWith("fathom: ASSEMBLY: 'text.dll' is not a .NET assembly: ");
    }

    [Fact]
    public async Task An_assembly_without_contracts_is_refused()
    {
        var (exitCode, _, error) = await ExportAsync(typeof(Repository).Assembly.Location);

        exitCode.ShouldBe(2);
        error.ShouldContain("declares no contracts");
    }

    [Fact]
    public async Task A_place_that_cannot_be_written_is_exit_3()
    {
        await File.WriteAllTextAsync(PathOf("file"), "");

        ContractAssembly.Write(PathOf("one.dll"), ("acme.proto", "// text"));

        var (exitCode, output, error) = await ExportAsync("one.dll", "--out", "file/below");

        exitCode.ShouldBe(3);
        output.ShouldBeEmpty();
        error.ShouldStartWith("fathom: --out: 'file/below' cannot be written: ");
    }

    private string PathOf(string name) => Path.Combine(_folder.FullName, name);

    private Task<(int ExitCode, string Out, string Error)> ExportAsync(string assembly, params string[] further) =>
        CommandLine.RunAsync(["proto", "export", assembly, .. further], folder: _folder.FullName);
}
