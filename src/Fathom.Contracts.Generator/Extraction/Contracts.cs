using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>Which types are contracts.</summary>
internal static class Contracts
{
    public static bool IsContract(INamedTypeSymbol type) =>
        KnownTypes.Has(type, KnownTypes.Contract) || (KnownTypes.Has(type, KnownTypes.DataContract) && type.GetMembers().Any(HasOrder));

    public static bool IsOneOf(ITypeSymbol type) => KnownTypes.Has(type, KnownTypes.OneOf);

    // A data contract without any order is one for JSON or XML, and not meant.
    private static bool HasOrder(ISymbol member) =>
        KnownTypes.Find(member, KnownTypes.DataMember) is { } attribute && KnownTypes.Named(attribute, "Order") is not null;
}
