using Fathom.Contracts.Generator.Diagnostics;
using Fathom.Contracts.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>The members of a type that carry a number, or are a oneof.</summary>
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
            if (Attribute(symbol, parameter, Known.Member) is { } member)
            {
                members.Add(OfMember(symbol, memberType, member));
            }
            else if (Attribute(symbol, parameter, Known.DataMember) is { } data
                && !(Known.Named(data, "Order") is null && Contracts.IsOneOf(memberType)))
            {
                OfDataMember(symbol, memberType, data, members, diagnostics);
            }
            else if (Contracts.IsOneOf(memberType))
            {
                members.Add(new NumberedMember(symbol, memberType, null, null, Known.TypeLocationOf(symbol), null, default, default, null));
            }
            else if (parameter is not null)
            {
                diagnostics.Add(DiagnosticModel.At(Descriptors.MissingNumber, Known.LocationOf(parameter), parameter.Name));
            }
        }

        return members;
    }

    /// <summary>The positional record parameter that a property comes from.</summary>
    public static IParameterSymbol? Positional(INamedTypeSymbol type, ISymbol property) =>
        !type.IsRecord ? null : type.InstanceConstructors.SelectMany(c => c.Parameters).FirstOrDefault(p => p.Name == property.Name
            && p.DeclaringSyntaxReferences.FirstOrDefault() is { } parameter
            && property.DeclaringSyntaxReferences.FirstOrDefault() is { } declared
            && parameter.SyntaxTree == declared.SyntaxTree && parameter.Span == declared.Span);

    private static AttributeData? Attribute(ISymbol symbol, IParameterSymbol? parameter, string name) =>
        Known.Find(symbol, name) ?? (parameter is null ? null : Known.Find(parameter, name));

    private static NumberedMember OfMember(ISymbol symbol, ITypeSymbol type, AttributeData attribute) => new(
        symbol, type, Contracts.IsOneOf(type) ? null : attribute.ConstructorArguments.FirstOrDefault().Value as int? ?? 0,
            Known.LocationOf(attribute, 0),
        Known.TypeLocationOf(symbol), Known.Named(attribute, "Name") as string,
        (Encoding)(Known.Named(attribute, "Encoding") as int? ?? 0), (Encoding)(Known.Named(attribute, "KeyEncoding") as int? ?? 0),
        Known.LocationOf(attribute, 0, Known.Named(attribute, "Encoding") is null ? "KeyEncoding" : "Encoding"));

    private static void OfDataMember(
        ISymbol symbol, ITypeSymbol type, AttributeData attribute, List<NumberedMember> members, List<DiagnosticModel> diagnostics)
    {
        if (Known.Named(attribute, "Order") is not int order)
        {
            diagnostics.Add(DiagnosticModel.At(Descriptors.MissingNumber, Known.LocationOf(symbol), symbol.Name));
            return;
        }

        members.Add(new NumberedMember(
            symbol, type, order, Known.LocationOf(attribute, 0, "Order"), Known.TypeLocationOf(symbol),
                Known.Named(attribute, "Name") as string, default, default, null));
    }
}
