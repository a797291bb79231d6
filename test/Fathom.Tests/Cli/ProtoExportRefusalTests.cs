using Fathom.TestKit;

namespace Fathom.Tests.Cli;

/// <summary>Assemblies, names and places that <c>fathom proto export</c> refuses.</summary>
public sealed class ProtoExportRefusalTests : IDisposable
{
    private readonly ProtoExportFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("../outside.proto")]
    [InlineData("/tmp/outside.proto")]
    [InlineData("profile")]
    [InlineData("a\nb.proto")]
    public async Task A_name_in_the_assembly_chooses_no_place(string name)
    {
        ContractAssembly.Write(_folder.PathOf("hostile.dll"), (name, "// text"));

        var (exitCode, output, error) = await _folder.ExportAsync("hostile.dll", "--out", "inside");

        (exitCode, output).ShouldBe((2, ""));
        error.ShouldContain("it names a file");
        Directory.Exists(_folder.PathOf("inside")).ShouldBeFalse();
    }

    [Fact]
    public async Task A_damaged_assembly_is_refused_wherever_the_damage_is()
    {
        ContractAssembly.Write(_folder.PathOf("whole.dll"), ("acme.proto", "// text"));
        var whole = await File.ReadAllBytesAsync(_folder.PathOf("whole.dll"));
        var random = new Random(1);
        for (var i = 0; i < 300; i++)
        {
            var damaged = whole.ToArray();
            for (var n = 0; n < 4; n++)
            {
                damaged[random.Next(damaged.Length)] = (byte)random.Next(256);
            }

            await File.WriteAllBytesAsync(_folder.PathOf("damaged.dll"), damaged[..random.Next(damaged.Length / 2, damaged.Length + 1)]);

            (await _folder.ExportAsync("damaged.dll")).ExitCode.ShouldBeOneOf(0, 2);
        }
    }

    [Fact]
    public async Task A_file_that_is_not_there_is_named()
    {
        var (exitCode, output, error) = await _folder.ExportAsync("nowhere.dll");

        exitCode.ShouldBe(2);
        output.ShouldBeEmpty();
        error.ShouldStartWith("fathom: ASSEMBLY: 'nowhere.dll' cannot be read: ");
    }

    [Fact]
    public async Task A_file_that_is_no_assembly_is_refused()
    {
        await File.WriteAllTextAsync(_folder.PathOf("text.dll"), "not an assembly");

        var (exitCode, _, error) = await _folder.ExportAsync("text.dll");

        exitCode.ShouldBe(2);
        error.ShouldStartWith("fathom: ASSEMBLY: 'text.dll' is not a .NET assembly: ");
    }

    [Fact]
    public async Task An_assembly_without_contracts_is_refused()
    {
        var (exitCode, _, error) = await _folder.ExportAsync(typeof(Repository).Assembly.Location);

        exitCode.ShouldBe(2);
        error.ShouldContain("declares no contracts");
    }

    [Fact]
    public async Task A_place_that_cannot_be_written_is_exit_3()
    {
        await File.WriteAllTextAsync(_folder.PathOf("file"), "");

        ContractAssembly.Write(_folder.PathOf("one.dll"), ("acme.proto", "// text"));

        var (exitCode, output, error) = await _folder.ExportAsync("one.dll", "--out", "file/below");

        exitCode.ShouldBe(3);
        output.ShouldBeEmpty();
        error.ShouldStartWith("fathom: --out: 'file/below' cannot be written: ");
    }
}
