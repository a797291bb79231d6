using Fathom.Contracts.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>Determines the protobuf package of a type, and its name in the package.</summary>
internal static class Packages
{
    public static string Of(INamedTypeSymbol type)
    {
        var space = type.ContainingNamespace is { IsGlobalNamespace: false } named ? named.ToDisplayString() : "";
        var rules = type.ContainingAssembly.GetAttributes().Where(a => a.AttributeClass?.ToDisplayString() == KnownTypes.ContractPackage)
            .ToList();
        var rule = rules.FirstOrDefault(r => (string?)KnownTypes.Named(r, "Namespace") == space)
            ?? rules.FirstOrDefault(r => KnownTypes.Named(r, "Namespace") is null);
        return rule?.ConstructorArguments.FirstOrDefault().Value as string ?? space;
    }

    public static TypeOrigin OriginOf(INamedTypeSymbol type, IAssemblySymbol own) =>
        new(Of(type), SymbolEqualityComparer.Default.Equals(type.ContainingAssembly, own));

    /// <summary>Returns the explicit name of a type; otherwise its C# name, prefixed with the names of its containing types.</summary>
    public static string NameOf(INamedTypeSymbol type)
    {
        if (KnownTypes.Find(type, KnownTypes.Contract) is { } contract && KnownTypes.Named(contract, "Name") is string given)
        {
            return given;
        }

        if (KnownTypes.Find(type, KnownTypes.DataContract) is { } data && KnownTypes.Named(data, "Name") is string dataName)
        {
            return dataName;
        }

        return type.ContainingType is { } outer ? NameOf(outer) + type.Name : type.Name;
    }
}
