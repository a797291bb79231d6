using System.CommandLine;
using Fathom.Cli.Settings;
using Fathom.Contracts.Proto;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom proto export ASSEMBLY</c>: writes the .proto text of code-first contracts. The assembly is read, not
/// loaded.</summary>
internal sealed class ProtoExportCommand : ICommandDefinition
{
    private const string Extension = ".proto";

    public string Name => "proto export";

    public IReadOnlyList<CommandExample> Examples { get; } =
    [
        new("fathom proto export Acme.Contracts.dll", "prints the .proto"),
        new("fathom proto export Acme.Contracts.dll --out protos", "writes one file per package into a folder"),
    ];

    public Command Create(FathomConsole console, CommandSettings settings)
    {
        var assembly = new Argument<string>("ASSEMBLY") { Description = "The .dll that declares the contracts. It is read, not run." };
        var output = SettingOption.One<string?>("--out", "A file that ends in .proto, or a folder. Default: standard output.",
            "FILE|DIR", null, settings, SettingReader.Text, "-o");
        var export = new Command("export", "Write the .proto of contracts and services declared in C#.") { assembly, output };
        export.SetAction((parsed, _) =>
        {
            var files = Read(Path.Combine(console.Folder, parsed.GetRequiredValue(assembly)), parsed.GetRequiredValue(assembly));
            if (parsed.GetValue(output) is { } target)
            {
                Write(files, Path.Combine(console.Folder, target), target, console.Out);
            }
            else
            {
                console.Out.Write(OnlyOne(files, "give --out DIR").Text);
            }

            return Task.FromResult(ExitCode.Done);
        });
        return export;
    }

    private static IReadOnlyList<ProtoFile> Read(string path, string given)
    {
        try
        {
            using var assembly = File.OpenRead(path);
            return ProtoFiles.Read(assembly) is { Count: > 0 } files
                ? files
                : throw CommandException.Usage(
                $"ASSEMBLY: '{given}' declares no contracts; an assembly that was built with Fathom.Contracts.Generator is needed");
        }
        catch (BadImageFormatException e)
        {
            throw CommandException.Usage($"ASSEMBLY: '{given}' is not a .NET assembly: {e.Message}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw CommandException.Usage($"ASSEMBLY: '{given}' cannot be read: {e.Message}");
        }
    }

    private static void Write(IReadOnlyList<ProtoFile> files, string target, string given, TextWriter written)
    {
        var isFile = given.EndsWith(Extension, StringComparison.Ordinal);
        List<(string Path, string Text)> all = isFile
            ? [(target, OnlyOne(files, "give --out a folder").Text)]
            : [.. files.Select(f => (Path.Combine(target, SafeName(f)), f.Text))];
        try
        {
            Directory.CreateDirectory(isFile ? Path.GetDirectoryName(Path.GetFullPath(target))! : target);
            foreach (var (path, text) in all)
            {
                File.WriteAllText(path, text);
                written.WriteLine(path);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw CommandException.Missing($"--out: '{given}' cannot be written: {e.Message}; give a file or folder that can be");
        }
    }

    private static ProtoFile OnlyOne(IReadOnlyList<ProtoFile> files, string remedy) => files.Count == 1
        ? files[0]
        : throw CommandException.Usage(
        $"--out: the assembly's contracts are {files.Count} files ({string.Join(", ", files.Select(f => f.Name))}): {remedy}");

    // The assembly is untrusted: a name in it must not lead out of the folder.
    private static string SafeName(ProtoFile file) =>
        file.Name.EndsWith(Extension, StringComparison.Ordinal)
            && file.Name.All(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '_' or '-')
            ? file.Name
            : throw CommandException.Usage(
            $"ASSEMBLY: it names a file '{file.Name}'; accepted: ASCII letters, digits, '.', '_' and '-', ending in {Extension}");
}
