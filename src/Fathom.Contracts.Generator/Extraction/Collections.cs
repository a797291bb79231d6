using Fathom.Contracts.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>Recognizes the C# types of repeated fields and of map fields.</summary>
internal static class Collections
{
    public static (ITypeSymbol Element, Container Container)? ListOf(ITypeSymbol type)
    {
        if (type is IArrayTypeSymbol { Rank: 1, ElementType: { SpecialType: not SpecialType.System_Byte } element })
        {
            return (element, Container.Array);
        }

        if (type is not INamedTypeSymbol { TypeArguments.Length: 1 } named)
        {
            return null;
        }

        var argument = named.TypeArguments[0];
        return DefinitionOf(type) switch
        {
            "System.Collections.Generic.List<T>" => (argument, Container.List),
            "System.Collections.Immutable.ImmutableArray<T>" => (argument, Container.ImmutableArray),
            "System.Collections.Generic.IList<T>" or "System.Collections.Generic.ICollection<T>"
                or "System.Collections.Generic.IReadOnlyList<T>" or "System.Collections.Generic.IReadOnlyCollection<T>" =>
                (argument, Container.Counted),
            "System.Collections.Generic.IEnumerable<T>" => (argument, Container.Enumerable),
            _ => null,
        };
    }

    public static (ITypeSymbol Key, ITypeSymbol Value)? MapOf(ITypeSymbol type) =>
        type is INamedTypeSymbol { TypeArguments.Length: 2 } named
        && DefinitionOf(type) is "System.Collections.Generic.Dictionary<TKey, TValue>"
        or "System.Collections.Generic.IDictionary<TKey, TValue>"
            or "System.Collections.Generic.IReadOnlyDictionary<TKey, TValue>"
            ? (named.TypeArguments[0], named.TypeArguments[1])
            : null;

    /// <summary>Whether a collection of this type can be filled in a member without a setter.</summary>
    public static bool CanBeFilled(ITypeSymbol type) => DefinitionOf(type)
        is "System.Collections.Generic.List<T>" or "System.Collections.Generic.IList<T>" or "System.Collections.Generic.ICollection<T>"
        or "System.Collections.Generic.Dictionary<TKey, TValue>" or "System.Collections.Generic.IDictionary<TKey, TValue>";

    private static string DefinitionOf(ITypeSymbol type) => type.OriginalDefinition.ToDisplayString();
}
