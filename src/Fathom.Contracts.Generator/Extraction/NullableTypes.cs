using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>Recognizes nullable types: <see cref="System.Nullable{T}"/>, and reference types with a nullable annotation.</summary>
internal static class NullableTypes
{
    public static bool IsNullable(ITypeSymbol type) =>
        IsNullableValue(type) || (type.IsReferenceType && type.NullableAnnotation == NullableAnnotation.Annotated);

    /// <summary>Returns the underlying type of a nullable value type; other types unchanged.</summary>
    public static ITypeSymbol Unwrap(ITypeSymbol type) => IsNullableValue(type) ? ((INamedTypeSymbol)type).TypeArguments[0] : type;

    private static bool IsNullableValue(ITypeSymbol type) => type.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T;
}
