using Fathom.Schema.Compiler.Parsing;
using Fathom.Schema.Compiler.Rules;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Compiler;

/// <summary>Reads .proto files in this process, where no protoc runs: musl's Linux, and processors for which none is built. Its
/// descriptors are those of protoc, without custom options. What it does not read it refuses.</summary>
/// <param name="inputs">The files.</param>
internal sealed class ManagedParser(ProtoInputs inputs)
{
    private const int MaxShown = 4;

    private const string Remedy = "it reads less than protoc does: if the file is valid, install protoc (Debian: apt-get install "
        + "protobuf-compiler; Alpine: apk add protobuf; macOS: brew install protobuf), or give --protoset";

    private readonly Dictionary<string, ProtoSource> _sources = new(StringComparer.Ordinal);

    /// <summary>The descriptors of the files and of what they import.</summary>
    /// <param name="inputs">The files.</param>
    /// <param name="source">What they are, for messages.</param>
    /// <exception cref="SchemaException">A file does not parse, is not there, or breaks a rule of the language.</exception>
    public static DescriptorSet Parse(ProtoInputs inputs, string source)
    {
        try
        {
            var files = new ManagedParser(inputs).Read(source);
            if (FileRules.Broken(files).Take(MaxShown).ToList() is { Count: > 0 } faults)
            {
                throw SchemaException.Input(string.Join("; ", faults));
            }

            var builder = new DescriptorSetBuilder(source);
            foreach (var file in files)
            {
                builder.Add(file.ToByteString());
            }

            return builder.Build();
        }
        catch (SchemaException e)
        {
            throw SchemaException.Input($"--proto: no protoc runs here, and fathom's own parser refused it: {e.Message}; {Remedy}", e);
        }
    }

    private List<FileDescriptorProto> Read(string source)
    {
        foreach (var name in inputs.Names)
        {
            Load(name);
        }

        // Each after those it imports.
        var ordered = FileOrder.Of(inputs.Names, name => _sources.TryGetValue(name, out var own) ? own.File.Dependency : [], source);
        var all = ordered.ToDictionary(name => name, name => _sources.TryGetValue(name, out var own)
            ? own.File : WellKnownFiles.Find(name)!.ToProto(), StringComparer.Ordinal);
        foreach (var imported in all.Values.SelectMany(file => file.Dependency).Where(name => !all.ContainsKey(name)).Distinct().ToList())
        {
            all[imported] = WellKnownFiles.Find(imported)!.ToProto();
        }

        var resolver = new NameResolver(all);
        foreach (var name in ordered.Where(_sources.ContainsKey))
        {
            At(name, () => resolver.Resolve(_sources[name]));
        }

        return [.. ordered.Where(_sources.ContainsKey).Select(name => _sources[name].File)];
    }

    private void Load(string first)
    {
        var open = new Stack<string>([first]);
        while (open.TryPop(out var name))
        {
            if (_sources.ContainsKey(name) || PathOf(name) is not { } path)
            {
                continue;
            }

            var text = File.ReadAllText(path);
            At(name, () => _sources[name] = FileParser.Parse(name, text));
            foreach (var (import, place) in _sources[name].Imports)
            {
                if (WellKnownFiles.Find(import) is null && PathOf(import) is null)
                {
                    At(name, () => throw new ProtoSyntaxException(place, $"there is no file '{Shown.Short(import)}' below an import path"));
                }

                open.Push(import);
            }
        }
    }

    private string? PathOf(string name) => WellKnownFiles.IsOfProtobuf(name) ? null
        : inputs.Paths.Select(path => Path.Combine(path, name)).FirstOrDefault(File.Exists);

    private static void At(string name, Action action)
    {
        try
        {
            action();
        }
        catch (ProtoSyntaxException e)
        {
            throw SchemaException.Input($"{name}:{e.Place.Line}:{e.Place.Column}: {e.Message}", e);
        }
    }
}
