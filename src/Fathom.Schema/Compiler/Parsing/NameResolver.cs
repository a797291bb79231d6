using Google.Protobuf.Reflection;

namespace Fathom.Schema.Compiler.Parsing;

/// <summary>Finds what names mean, as protoc does: the innermost scope that has the first part of a name decides.</summary>
/// <param name="files">All files, by name, those that come with protobuf included.</param>
internal sealed class NameResolver(IReadOnlyDictionary<string, FileDescriptorProto> files)
{
    private readonly Dictionary<string, Dictionary<string, ProtoSymbolKind>> _symbols =
        files.ToDictionary(file => file.Key, file => DeclaredSymbols.Of(file.Value), StringComparer.Ordinal);

    /// <summary>Resolves the names of a file.</summary>
    /// <exception cref="ProtoSyntaxException">A name is unknown to the file, or of something else.</exception>
    public void Resolve(ProtoSource source)
    {
        var visible = Visible(source.File).Select(name => _symbols[name]).ToList();
        foreach (var reference in source.References)
        {
            var (kind, name) = Find(reference, visible);
            if (!reference.Accepted.Contains(kind))
            {
                throw new ProtoSyntaxException(reference.Place, $"{name} is not of the kind that is expected here");
            }

            reference.Resolved(kind, "." + name);
        }
    }

    private static (ProtoSymbolKind Kind, string Name) Find(NameReference reference, List<Dictionary<string, ProtoSymbolKind>> visible)
    {
        var unknown = new ProtoSyntaxException(reference.Place,
            $"'{Faults.Shown.Short(reference.Name)}' is not defined in this file or in one that it imports");
        if (reference.Name.StartsWith('.'))
        {
            return Kind(reference.Name[1..]) is { } absolute ? (absolute, reference.Name[1..]) : throw unknown;
        }

        var first = reference.Name.Split('.')[0];
        for (var scope = reference.Scope.FullName; ; scope = scope.LastIndexOf('.') is > 0 and var dot ? scope[..dot] : "")
        {
            var prefix = scope.Length == 0 ? "" : scope + ".";
            if (Kind(prefix + first) is { } kind)
            {
                if (first.Length == reference.Name.Length)
                {
                    // Something else of the same name does not hide the type of a field; it hides that of a method.
                    if (!reference.IsFieldType || reference.Accepted.Contains(kind))
                    {
                        return (kind, prefix + first);
                    }
                }
                else if (kind is ProtoSymbolKind.Package or ProtoSymbolKind.Message or ProtoSymbolKind.Service
                    or ProtoSymbolKind.OpenEnum or ProtoSymbolKind.ClosedEnum)
                {
                    return Kind(prefix + reference.Name) is { } found ? (found, prefix + reference.Name) : throw unknown;
                }
            }

            if (scope.Length == 0)
            {
                throw unknown;
            }
        }

        ProtoSymbolKind? Kind(string name)
        {
            foreach (var symbols in visible)
            {
                if (symbols.TryGetValue(name, out var kind))
                {
                    return kind;
                }
            }

            return null;
        }
    }

    // The file itself, what it imports, and what those pass on.
    private HashSet<string> Visible(FileDescriptorProto file)
    {
        var visible = new HashSet<string>(StringComparer.Ordinal) { file.Name };
        var open = new Queue<string>(file.Dependency);
        while (open.TryDequeue(out var name))
        {
            if (visible.Add(name))
            {
                foreach (var index in files[name].PublicDependency)
                {
                    open.Enqueue(files[name].Dependency[index]);
                }
            }
        }

        return visible;
    }
}
