using System.CommandLine;
using Fathom.Cli.Settings;
using Fathom.Schema.Compiler;
using Fathom.Schema.Descriptors;

namespace Fathom.Cli.Commands.Calls;

/// <summary>The flags that say where descriptors come from. Without any it is the server's reflection.</summary>
internal sealed class SchemaFlags
{
    private readonly Option<IReadOnlyList<string>> _proto;
    private readonly Option<IReadOnlyList<string>> _importPath;
    private readonly Option<IReadOnlyList<string>> _protoset;
    private readonly Option<SettingValue?> _assembly;

    public SchemaFlags(CommandSettings settings)
    {
        _proto = SettingOption.Many("--proto", "A .proto file, instead of the server's reflection. Repeatable.", "FILE", settings,
            SettingReader.Text);
        _importPath = SettingOption.Many("--import-path", "A folder in which --proto and its imports are looked for. Repeatable.", "DIR",
            settings, SettingReader.Text);
        _protoset = SettingOption.Many("--protoset", "A file of 'protoc --include_imports --descriptor_set_out'. Repeatable.", "FILE",
            settings, SettingReader.Text);
        _assembly = SettingOption.Text("--assembly", "A .NET assembly with code that protoc generated, or with contracts of "
            + "Fathom.Contracts or protobuf-net.Grpc. It is read, not run.", "DLL", settings);
    }

    /// <summary>All flags, for the command.</summary>
    public IEnumerable<Option> All => [_proto, _importPath, _protoset, _assembly];

    /// <summary>Whether descriptors come from files.</summary>
    public bool AreGiven(ParseResult parsed) =>
        parsed.GetValue(_proto) is { Count: > 0 } || parsed.GetValue(_protoset) is { Count: > 0 } || parsed.GetValue(_assembly) is not null;

    /// <summary>The arguments that repeat the flags, without the names of files.</summary>
    public IEnumerable<string> Repeat(ParseResult parsed) => new[] { _proto, _importPath, _protoset }
        .SelectMany(option => (parsed.GetValue(option) ?? []).SelectMany(_ => (string[])[option.Name, "..."]))
        .Concat(parsed.GetValue(_assembly) is null ? [] : [_assembly.Name, "..."]);

    /// <summary>The descriptors from files; null where no flag names any.</summary>
    public async Task<DescriptorSet?> ReadAsync(ParseResult parsed, FathomConsole console, CancellationToken token)
    {
        var (proto, protoset) = (parsed.GetValue(_proto) ?? [], parsed.GetValue(_protoset) ?? []);
        var (paths, assembly) = (parsed.GetValue(_importPath) ?? [], parsed.GetValue(_assembly));
        var kinds = (proto.Count > 0 ? 1 : 0) + (protoset.Count > 0 ? 1 : 0) + (assembly is null ? 0 : 1);
        if (kinds > 1)
        {
            throw CommandException.Usage("--proto, --protoset and --assembly are different sources of descriptors; give one of them");
        }

        if (paths.Count > 0 && proto.Count == 0)
        {
            throw CommandException.Usage("--import-path: it is for --proto, which is missing");
        }

        return proto.Count > 0 ? await ProtoCompiler.CompileAsync(proto, paths, console.Folder, token)
            : protoset.Count > 0 ? Protosets.Read(protoset, console.Folder)
            : assembly is not null
                ? await AssemblyContracts.ReadAsync(Path.Combine(console.Folder, assembly.Text), assembly.Text, token)
            : null;
    }
}
