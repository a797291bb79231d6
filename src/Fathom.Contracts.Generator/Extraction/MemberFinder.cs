using Fathom.Contracts.Generator.Diagnostics;
using Fathom.Contracts.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>Finds the members of a type that have a field number or a oneof type.</summary>
internal static class MemberFinder
{
    public static List<NumberedMember> Find(INamedTypeSymbol type, List<DiagnosticModel> diagnostics)
    {
        var members = new List<NumberedMember>();
        foreach (var symbol in type.GetMembers().Where(
            m => m is { IsStatic: false } and (IPropertySymbol { IsIndexer: false } or IFieldSymbol { AssociatedSymbol: null })))
        {
            var memberType = symbol is IPropertySymbol property ? property.Type : ((IFieldSymbol)symbol).Type;
            var parameter = Positional(type, symbol);
            if (Attribute(symbol, parameter, KnownTypes.Member) is { } member)
            {
                members.Add(OfMember(symbol, memberType, member));
            }
            else if (Attribute(symbol, parameter, KnownTypes.DataMember) is { } data
                && !(KnownTypes.Named(data, "Order") is null && Contracts.IsOneOf(memberType)))
            {
                OfDataMember(symbol, memberType, data, members, diagnostics);
            }
            else if (Contracts.IsOneOf(memberType))
            {
                members.Add(new NumberedMember(symbol, memberType, null, null, KnownTypes.TypeLocationOf(symbol), null, default, default,
                    null));
            }
            else if (parameter is not null)
            {
                diagnostics.Add(DiagnosticModel.At(Descriptors.MissingNumber, KnownTypes.LocationOf(parameter), parameter.Name));
            }
        }

        return members;
    }

    /// <summary>Returns the positional record parameter that declares a property; null if there is none.</summary>
    public static IParameterSymbol? Positional(INamedTypeSymbol type, ISymbol property) =>
        !type.IsRecord ? null : type.InstanceConstructors.SelectMany(c => c.Parameters).FirstOrDefault(p => p.Name == property.Name
            && p.DeclaringSyntaxReferences.FirstOrDefault() is { } parameter
            && property.DeclaringSyntaxReferences.FirstOrDefault() is { } declared
            && parameter.SyntaxTree == declared.SyntaxTree && parameter.Span == declared.Span);

    private static AttributeData? Attribute(ISymbol symbol, IParameterSymbol? parameter, string name) =>
        KnownTypes.Find(symbol, name) ?? (parameter is null ? null : KnownTypes.Find(parameter, name));

    private static NumberedMember OfMember(ISymbol symbol, ITypeSymbol type, AttributeData attribute) => new(
        symbol, type, Contracts.IsOneOf(type) ? null : attribute.ConstructorArguments.FirstOrDefault().Value as int? ?? 0,
            KnownTypes.LocationOf(attribute, 0),
        KnownTypes.TypeLocationOf(symbol), KnownTypes.Named(attribute, "Name") as string,
        (Encoding)(KnownTypes.Named(attribute, "Encoding") as int? ?? 0),
            (Encoding)(KnownTypes.Named(attribute, "KeyEncoding") as int? ?? 0),
        KnownTypes.LocationOf(attribute, 0, KnownTypes.Named(attribute, "Encoding") is null ? "KeyEncoding" : "Encoding"));

    private static void OfDataMember(
        ISymbol symbol, ITypeSymbol type, AttributeData attribute, List<NumberedMember> members, List<DiagnosticModel> diagnostics)
    {
        if (KnownTypes.Named(attribute, "Order") is not int order)
        {
            diagnostics.Add(DiagnosticModel.At(Descriptors.MissingNumber, KnownTypes.LocationOf(symbol), symbol.Name));
            return;
        }

        members.Add(new NumberedMember(
            symbol, type, order, KnownTypes.LocationOf(attribute, 0, "Order"), KnownTypes.TypeLocationOf(symbol),
                KnownTypes.Named(attribute, "Name") as string, default, default, null));
    }
}
