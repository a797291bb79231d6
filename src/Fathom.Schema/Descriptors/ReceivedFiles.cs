using Fathom.Schema.Faults;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Descriptors;

/// <summary>
/// Files as a server's reflection sends them, and what can be made of them: a file may be missing, have another name than its imports say,
/// or be a placeholder, of which a name is all there is. What uses a type that no file declares is left out.
/// </summary>
/// <param name="source">Where the files come from, for messages.</param>
internal sealed class ReceivedFiles(string source)
{
    // More than the largest public API definitions have. In memory a file takes more than its bytes.
    private const int MaxBytes = 64 << 20;

    private readonly Dictionary<string, FileDescriptorProto> _files = new(StringComparer.Ordinal);
    private long _bytes;

    /// <summary>Imports that are neither among the files nor well known.</summary>
    public IEnumerable<string> MissingImports => _files.Values.SelectMany(f => f.Dependency).Distinct(StringComparer.Ordinal)
        .Where(name => !Has(name));

    /// <summary>Types that files use and none declares.</summary>
    public IEnumerable<string> MissingTypes
    {
        get
        {
            var declared = TypeReferences.FilesOf(_files.Values);
            return _files.Values.SelectMany(TypeReferences.UsedBy).Distinct(StringComparer.Ordinal)
                .Where(name => !IsDeclared(name, declared));
        }
    }

    /// <summary>Adds a serialized <c>google.protobuf.FileDescriptorProto</c>. The file replaces a placeholder of its name.</summary>
    /// <exception cref="SchemaException">The bytes are no such message, or a different file has the same name.</exception>
    public void Add(ByteString bytes)
    {
        if ((_bytes += bytes.Length) > MaxBytes)
        {
            throw Refusal($"more than {MaxBytes >> 20} MiB of descriptors");
        }

        FileDescriptorProto file;
        try
        {
            file = FileDescriptorProto.Parser.ParseFrom(bytes);
        }
        catch (InvalidProtocolBufferException e)
        {
            throw Refusal($"a file that is no protobuf descriptor: {Shown.Sentence(e.Message)}", e);
        }

        if (!_files.TryGetValue(file.Name, out var known) || IsPlaceholder(known))
        {
            _files[file.Name] = file;
        }
        else if (!IsPlaceholder(file) && !known.Equals(file))
        {
            throw Refusal($"two different files '{Shown.Short(file.Name)}'");
        }

        if (_files.Count > DescriptorSetBuilder.MaxFiles)
        {
            throw Refusal($"more than {DescriptorSetBuilder.MaxFiles:N0} files");
        }
    }

    /// <summary>Messages that can be extended, but for protobuf's own.</summary>
    public IEnumerable<string> ExtendableTypes =>
        _files.Values.Where(f => f.Package != "google.protobuf").SelectMany(TypeReferences.ExtendableIn);

    /// <summary>The extensions that files declare: the full name of the message, after a dot, and the number.</summary>
    public IReadOnlySet<(string Extendee, int Number)> Extensions =>
        _files.Values.SelectMany(TypeReferences.ExtensionsIn).Select(e => (e.Extendee, e.Number)).ToHashSet();

    /// <summary>Builds the descriptors of all that can be used. What is left out of a file, and why, are the faults of the set.</summary>
    public DescriptorSet Build()
    {
        var declared = TypeReferences.FilesOf(_files.Values);
        var (faults, lost) = (new List<string>(), new HashSet<string>(StringComparer.Ordinal));
        var usable = new Dictionary<string, FileDescriptorProto>(StringComparer.Ordinal);
        foreach (var (name, file) in _files)
        {
            usable[name] = FilePruning.Prune(file, type => IsDeclared(type, declared), lost);
            if (usable[name] != file)
            {
                faults.Add(Fault(file, TypeReferences.UsedBy(file).First(type => !IsDeclared(type, declared))));
            }
        }

        var builder = new DescriptorSetBuilder(source) { Faults = faults, Lost = lost };
        // Imports that are there are left as they are, with what they pass on.
        var isWhole = faults.Count == 0 && !MissingImports.Any() && !usable.Values.Any(IsPlaceholder);
        foreach (var file in usable.Values)
        {
            builder.Add((isWhole ? file : WithImportsOfItsTypes(file, usable, declared)).ToByteString());
        }

        return builder.Build();
    }

    private SchemaException Refusal(string what, Exception? inner = null) =>
        SchemaException.Missing($"{source} sends {what}; give the .proto files with --proto", inner);

    private string Fault(FileDescriptorProto file, string type)
    {
        var absent = file.Dependency.Where(name => !Has(name) || (_files.TryGetValue(name, out var own) && IsPlaceholder(own))).ToList();
        return absent.Count > 0
            ? $"it lacks {string.Join(" and ", absent.Select(name => $"'{Shown.Short(name)}'"))}, which '{Shown.Short(file.Name)}' imports"
            : $"it has no file that declares '{Shown.Short(type)}', which '{Shown.Short(file.Name)}' uses";
    }

    private bool Has(string name) => _files.ContainsKey(name) || WellKnownFiles.Find(name) is not null;

    private static bool IsPlaceholder(FileDescriptorProto file) =>
        file.MessageType.Count + file.EnumType.Count + file.Service.Count + file.Extension.Count + file.Dependency.Count == 0;

    private static bool IsDeclared(string name, Dictionary<string, string> declared) =>
        declared.ContainsKey(name) || WellKnownFiles.FindSymbol(name) is not null;

    // The imports that exist, and the files of the types whichever name they have: what imports pass on may be missing with them.
    private static FileDescriptorProto WithImportsOfItsTypes(
        FileDescriptorProto file, Dictionary<string, FileDescriptorProto> files, Dictionary<string, string> declared)
    {
        var imports = file.Dependency.Where(name => files.ContainsKey(name) || WellKnownFiles.Find(name) is not null)
            .Concat(TypeReferences.UsedBy(file)
                .Select(type => declared.GetValueOrDefault(type) ?? WellKnownFiles.FindSymbol(type)!.File.Name))
            .Where(name => name != file.Name).Distinct(StringComparer.Ordinal).ToList();
        var copy = file.Clone();
        copy.Dependency.Clear();
        copy.Dependency.Add(imports);
        copy.PublicDependency.Clear();
        copy.WeakDependency.Clear();
        return copy;
    }
}
