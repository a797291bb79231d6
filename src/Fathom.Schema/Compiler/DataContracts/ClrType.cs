using System.Collections.Immutable;
using System.Reflection.Metadata;

namespace Fathom.Schema.Compiler.DataContracts;

/// <summary>A type as metadata names it.</summary>
/// <param name="Name">Its full name, with <c>`1</c> for a generic one and <c>[]</c> for an array.</param>
/// <param name="Arguments">Type arguments; the element of an array.</param>
internal sealed record ClrType(string Name, params ImmutableArray<ClrType> Arguments)
{
    /// <summary>The type of the elements of an array.</summary>
    public const string Array = "[]";
}

/// <summary>Decodes types in signatures and attributes.</summary>
internal sealed class ClrTypes : ISignatureTypeProvider<ClrType, object?>, ICustomAttributeTypeProvider<ClrType>
{
    public ClrType GetPrimitiveType(PrimitiveTypeCode typeCode) => new($"System.{typeCode}");

    public ClrType GetSystemType() => new("System.Type");

    public bool IsSystemType(ClrType type) => type.Name == "System.Type";

    public ClrType GetTypeFromDefinition(MetadataReader reader, TypeDefinitionHandle handle, byte rawTypeKind) =>
        new(NameOf(reader, reader.GetTypeDefinition(handle)));

    public ClrType GetTypeFromReference(MetadataReader reader, TypeReferenceHandle handle, byte rawTypeKind) =>
        new(NameOf(reader, handle));

    // Of an attribute's value: what follows a comma is the assembly.
    public ClrType GetTypeFromSerializedName(string name) => new(name.Split(',')[0]);

    // The enums of the attributes that are read here have 32 bits.
    public PrimitiveTypeCode GetUnderlyingEnumType(ClrType type) => PrimitiveTypeCode.Int32;

    public ClrType GetSZArrayType(ClrType elementType) => new(ClrType.Array, elementType);

    public ClrType GetArrayType(ClrType elementType, ArrayShape shape) => new("[,]", elementType);

    public ClrType GetGenericInstantiation(ClrType genericType, ImmutableArray<ClrType> typeArguments) =>
        new(genericType.Name, typeArguments);

    public ClrType GetByReferenceType(ClrType elementType) => new("&", elementType);

    public ClrType GetPointerType(ClrType elementType) => new("*", elementType);

    public ClrType GetPinnedType(ClrType elementType) => elementType;

    public ClrType GetModifiedType(ClrType modifier, ClrType unmodifiedType, bool isRequired) => unmodifiedType;

    public ClrType GetFunctionPointerType(MethodSignature<ClrType> signature) => new("*");

    public ClrType GetGenericMethodParameter(object? genericContext, int index) => new($"!!{index}");

    public ClrType GetGenericTypeParameter(object? genericContext, int index) => new($"!{index}");

    public ClrType GetTypeFromSpecification(
        MetadataReader reader, object? genericContext, TypeSpecificationHandle handle, byte rawTypeKind) =>
        reader.GetTypeSpecification(handle).DecodeSignature(this, genericContext);

    /// <summary>The full name of a type, with <c>+</c> before a nested one.</summary>
    public static string NameOf(MetadataReader reader, TypeDefinition type) => type.GetDeclaringType() is { IsNil: false } outer
        ? $"{NameOf(reader, reader.GetTypeDefinition(outer))}+{reader.GetString(type.Name)}"
        : Join(reader.GetString(type.Namespace), reader.GetString(type.Name));

    /// <summary>The full name of a type of another assembly.</summary>
    public static string NameOf(MetadataReader reader, TypeReferenceHandle handle)
    {
        var type = reader.GetTypeReference(handle);
        return type.ResolutionScope is { Kind: HandleKind.TypeReference } outer
            ? $"{NameOf(reader, (TypeReferenceHandle)outer)}+{reader.GetString(type.Name)}"
            : Join(reader.GetString(type.Namespace), reader.GetString(type.Name));
    }

    private static string Join(string scope, string name) => scope.Length == 0 ? name : $"{scope}.{name}";
}
