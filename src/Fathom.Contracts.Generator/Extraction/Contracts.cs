using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>Recognizes contracts and oneofs.</summary>
internal static class Contracts
{
    public static bool IsContract(INamedTypeSymbol type) =>
        KnownTypes.Has(type, KnownTypes.Contract) || (KnownTypes.Has(type, KnownTypes.DataContract) && type.GetMembers().Any(HasOrder));

    public static bool IsOneOf(ITypeSymbol type) => KnownTypes.Has(type, KnownTypes.OneOf);

    // A [DataContract] without any Order is a contract for JSON or XML, not for protobuf.
    private static bool HasOrder(ISymbol member) =>
        KnownTypes.Find(member, KnownTypes.DataMember) is { } attribute && KnownTypes.Named(attribute, "Order") is not null;
}
