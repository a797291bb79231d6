using System.Reflection.Metadata;

namespace Fathom.Schema.Compiler.DataContracts;

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
