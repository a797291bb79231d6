using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>Which types are contracts.</summary>
internal static class Contracts
{
    public static bool IsContract(INamedTypeSymbol type) =>
        Known.Has(type, Known.Contract) || (Known.Has(type, Known.DataContract) && type.GetMembers().Any(HasOrder));

    public static bool IsOneOf(ITypeSymbol type) => Known.Has(type, Known.OneOf);

    // A data contract without any order is one for JSON or XML, and not meant.
    private static bool HasOrder(ISymbol member) =>
        Known.Find(member, Known.DataMember) is { } attribute && Known.Named(attribute, "Order") is not null;
}
