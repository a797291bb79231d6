using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Fathom.Schema.Compiler.DataContracts;

/// <summary>An assembly and those beside it, by their metadata: nothing is loaded. Others are opened when a type is not in the first.
/// Owns their files.</summary>
internal sealed class ClrAssemblies(string path) : IDisposable
{
    private static readonly ClrTypes Types = new();

    private readonly List<PEReader> _open = [];
    private readonly Dictionary<string, (MetadataReader Reader, TypeDefinition Type)> _types = new(StringComparer.Ordinal);
    private Queue<string>? _beside;

    /// <summary>The types of the assembly itself.</summary>
    public IReadOnlyList<ClrDefinition> Own() => Open(path);

    /// <summary>A type by its full name; null where no assembly has it.</summary>
    public ClrDefinition? Find(string name)
    {
        _beside ??= new Queue<string>(Directory.EnumerateFiles(Path.GetDirectoryName(Path.GetFullPath(path))!, "*.dll")
            .Where(file => !string.Equals(Path.GetFullPath(file), Path.GetFullPath(path), StringComparison.Ordinal)));
        while (!_types.ContainsKey(name) && _beside.TryDequeue(out var next))
        {
            try
            {
                Open(next);
            }
            catch (Exception e) when (e is BadImageFormatException or IOException or UnauthorizedAccessException)
            {
                // A native library, or one that is locked: it has no contracts.
            }
        }

        return _types.TryGetValue(name, out var found) ? new ClrDefinition(found.Reader, found.Type, Types) : null;
    }

    public void Dispose() => _open.ForEach(image => image.Dispose());

    private List<ClrDefinition> Open(string file)
    {
        var image = new PEReader(File.OpenRead(file), PEStreamOptions.PrefetchMetadata);
        _open.Add(image);
        if (!image.HasMetadata)
        {
            return [];
        }

        var reader = image.GetMetadataReader();
        var own = reader.TypeDefinitions.Select(reader.GetTypeDefinition).Select(type => new ClrDefinition(reader, type, Types)).ToList();
        own.ForEach(type => _types.TryAdd(type.Name, (reader, type.Definition)));
        return own;
    }
}

/// <summary>A type with its members and attributes.</summary>
internal sealed class ClrDefinition(MetadataReader reader, TypeDefinition type, ClrTypes types)
{
    public TypeDefinition Definition => type;

    public string Name { get; } = ClrTypes.NameOf(reader, type);

    /// <summary>The name without namespace and enclosing types.</summary>
    public string SimpleName => reader.GetString(type.Name);

    public string Namespace => Name.Contains('.', StringComparison.Ordinal) ? Name[..Name.LastIndexOf('.')] : "";

    public bool IsEnum => BaseName == "System.Enum";

    /// <summary>The full name of the base type.</summary>
    public string? BaseName => type.BaseType.Kind switch
    {
        HandleKind.TypeReference when !type.BaseType.IsNil => ClrTypes.NameOf(reader, (TypeReferenceHandle)type.BaseType),
        HandleKind.TypeDefinition when !type.BaseType.IsNil =>
            ClrTypes.NameOf(reader, reader.GetTypeDefinition((TypeDefinitionHandle)type.BaseType)),
        _ => null,
    };

    /// <summary>Its attributes.</summary>
    public IEnumerable<ClrAttribute> Attributes => Decode(type.GetCustomAttributes());

    /// <summary>Methods of an interface, with their attributes.</summary>
    public IEnumerable<(string Name, MethodSignature<ClrType> Signature, IReadOnlyList<ClrAttribute> Attributes)> Methods =>
        type.GetMethods().Select(reader.GetMethodDefinition)
            .Where(m => (m.Attributes & (System.Reflection.MethodAttributes.Static | System.Reflection.MethodAttributes.SpecialName)) == 0)
            .Select(m => (reader.GetString(m.Name), m.DecodeSignature(types, null), Decode(m.GetCustomAttributes())));

    /// <summary>Properties and fields, with their attributes.</summary>
    public IEnumerable<(string Name, ClrType Type, IReadOnlyList<ClrAttribute> Attributes)> Members =>
        type.GetProperties().Select(reader.GetPropertyDefinition)
            .Select(p => (reader.GetString(p.Name), p.DecodeSignature(types, null).ReturnType, Decode(p.GetCustomAttributes())))
            .Concat(type.GetFields().Select(reader.GetFieldDefinition)
                .Select(f => (reader.GetString(f.Name), f.DecodeSignature(types, null), Decode(f.GetCustomAttributes()))));

    /// <summary>The values of an enum.</summary>
    public IEnumerable<(string Name, int Number)> Values => type.GetFields().Select(reader.GetFieldDefinition)
        .Where(f => !f.GetDefaultValue().IsNil)
        .Select(f => (reader.GetString(f.Name), reader.GetConstant(f.GetDefaultValue()) is var constant
            ? Number(constant.TypeCode, reader.GetBlobReader(constant.Value)) : 0));

    private static int Number(ConstantTypeCode code, BlobReader value) => code switch
    {
        ConstantTypeCode.SByte => value.ReadSByte(),
        ConstantTypeCode.Byte => value.ReadByte(),
        ConstantTypeCode.Int16 => value.ReadInt16(),
        ConstantTypeCode.UInt16 => value.ReadUInt16(),
        ConstantTypeCode.Int64 or ConstantTypeCode.UInt64 => (int)value.ReadInt64(),
        _ => value.ReadInt32(),
    };

    private IReadOnlyList<ClrAttribute> Decode(CustomAttributeHandleCollection attributes) =>
        [.. attributes.Select(reader.GetCustomAttribute).Select(a => new ClrAttribute(NameOf(a), () => a.DecodeValue(types)))];

    private string NameOf(CustomAttribute attribute) => attribute.Constructor.Kind switch
    {
        HandleKind.MemberReference when reader.GetMemberReference((MemberReferenceHandle)attribute.Constructor).Parent is
            { Kind: HandleKind.TypeReference } parent => ClrTypes.NameOf(reader, (TypeReferenceHandle)parent),
        HandleKind.MethodDefinition => ClrTypes.NameOf(reader, reader.GetTypeDefinition(
            reader.GetMethodDefinition((MethodDefinitionHandle)attribute.Constructor).GetDeclaringType())),
        _ => "",
    };
}

/// <summary>An attribute, whose values are decoded when they are read.</summary>
internal sealed record ClrAttribute(string Name, Func<CustomAttributeValue<ClrType>> Value)
{
    /// <summary>An argument by its name; null where it is not given.</summary>
    public object? Named(string name) => Value().NamedArguments.FirstOrDefault(a => a.Name == name).Value;

    /// <summary>An argument by its place; null where there are fewer.</summary>
    public object? At(int place) => Value().FixedArguments.ElementAtOrDefault(place).Value;
}
