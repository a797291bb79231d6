using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>Types that are nullable: values as <see cref="System.Nullable{T}"/>, references by their annotation.</summary>
internal static class NullableTypes
{
    public static bool IsNullable(ITypeSymbol type) =>
        IsNullableValue(type) || (type.IsReferenceType && type.NullableAnnotation == NullableAnnotation.Annotated);

    /// <summary>The value type in a nullable one; other types as they are.</summary>
    public static ITypeSymbol Unwrap(ITypeSymbol type) => IsNullableValue(type) ? ((INamedTypeSymbol)type).TypeArguments[0] : type;

    private static bool IsNullableValue(ITypeSymbol type) => type.OriginalDefinition.SpecialType == SpecialType.System_Nullable_T;
}
