using Google.Protobuf.Reflection;

namespace Fathom.Schema.Compiler.Parsing;

/// <summary>A parsed file: its descriptor, in which names are still as written, and those names.</summary>
internal sealed class ProtoSource
{
    private readonly Dictionary<string, ProtoPlace> _imports = new(StringComparer.Ordinal);

    /// <summary>The descriptor.</summary>
    public FileDescriptorProto File { get; } = new();

    /// <summary>The names of types and extensions in it.</summary>
    public List<NameReference> References { get; } = [];

    /// <summary>Where each file is imported.</summary>
    public IReadOnlyDictionary<string, ProtoPlace> Imports => _imports;

    /// <summary>Whether the file is of proto3, of proto2, or of an edition.</summary>
    public bool IsProto3 => File.Syntax == "proto3";

    /// <inheritdoc cref="IsProto3"/>
    public bool IsProto2 => File.Syntax.Length == 0;

    /// <inheritdoc cref="IsProto3"/>
    public bool IsEdition => File.Syntax == "editions";

    /// <summary>Adds an import.</summary>
    /// <exception cref="ProtoSyntaxException">It is there already.</exception>
    public void Import(string name, ProtoPlace place)
    {
        if (!_imports.TryAdd(name, place))
        {
            throw new ProtoSyntaxException(place, $"'{Faults.Shown.Short(name)}' is imported twice");
        }

        File.Dependency.Add(name);
    }
}

/// <summary>Where a name is looked for first: a message, a service, or the package.</summary>
/// <param name="Source">The file.</param>
/// <param name="Names">The messages around the name, the outermost first, or the service.</param>
internal sealed record ProtoScope(ProtoSource Source, IReadOnlyList<string> Names)
{
    /// <summary>Its full name; empty for a file without a package. The package may stand behind a message.</summary>
    public string FullName => string.Join('.', Names.Prepend(Source.File.Package).Where(name => name.Length > 0));

    /// <summary>The scope in a message or a service.</summary>
    public ProtoScope In(string name) => this with { Names = [.. Names, name] };
}

/// <summary>A name of something that is declared elsewhere.</summary>
/// <param name="Place">Where it stands.</param>
/// <param name="Name">As it is written.</param>
/// <param name="Scope">Where it is looked for.</param>
/// <param name="Accepted">What it may be the name of.</param>
/// <param name="Resolved">Receives what it is, and its full name with a leading dot.</param>
internal sealed record NameReference(
    ProtoPlace Place, string Name, ProtoScope Scope, IReadOnlyList<ProtoSymbolKind> Accepted, Action<ProtoSymbolKind, string> Resolved)
{
    /// <summary>Whether it is the type of a field.</summary>
    public bool IsFieldType { get; init; }
}

/// <summary>What a name is the name of.</summary>
internal enum ProtoSymbolKind
{
    /// <summary>A package, or a part of its name.</summary>
    Package,

    /// <summary>A message.</summary>
    Message,

    /// <summary>An enum whose values are all that there are: of proto2, or with the feature enum_type = CLOSED.</summary>
    ClosedEnum,

    /// <summary>Any other enum.</summary>
    OpenEnum,

    /// <summary>A service.</summary>
    Service,

    /// <summary>An extension.</summary>
    Extension,

    /// <summary>A field, a oneof, a method or the value of an enum.</summary>
    Other,
}
