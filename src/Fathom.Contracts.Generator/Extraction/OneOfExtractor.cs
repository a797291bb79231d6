using Fathom.Contracts.Generator.Diagnostics;
using Fathom.Contracts.Generator.Model;
using Fathom.Contracts.Generator.Proto;
using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>
/// Extracts the cases of a [OneOf] hierarchy: the types that are nested in it and derive from it. The set of cases is therefore closed.
/// </summary>
internal static class OneOfExtractor
{
    /// <summary>Returns the cases in ascending order of number; null if the hierarchy has errors.</summary>
    public static EquatableArray<CaseModel>? Extract(INamedTypeSymbol type, IAssemblySymbol own, List<DiagnosticModel> diagnostics)
    {
        var before = diagnostics.Count;
        if (type is not { IsAbstract: true, TypeKind: TypeKind.Class, IsGenericType: false })
        {
            diagnostics.Add(Invalid(type, "a [OneOf] is an abstract record without type parameters"));
        }

        var cases = new List<CaseModel>();
        foreach (var nested in type.GetTypeMembers().Where(t => SymbolEqualityComparer.Default.Equals(t.BaseType, type)))
        {
            if (KnownTypes.Find(nested, KnownTypes.Case) is not { } attribute)
            {
                diagnostics.Add(Invalid(nested, "it derives from a [OneOf] and has no [Case(n)]"));
            }
            else if (!nested.IsSealed)
            {
                diagnostics.Add(Invalid(nested, "a case is sealed, so that there are no others"));
            }
            else if (Case(nested, attribute, own, diagnostics) is { } made)
            {
                cases.Add(made);
            }
        }

        if (cases.Count == 0 && diagnostics.Count == before)
        {
            diagnostics.Add(Invalid(type, "no record with [Case(n)] is nested in it and derives from it"));
        }

        return diagnostics.Count > before || cases.Count == 0 ? null : new(cases.OrderBy(c => c.Field.Number));
    }

    /// <summary>Returns the location of the number of a case.</summary>
    public static Location? NumberLocation(ITypeSymbol oneof, int number) => oneof.GetTypeMembers()
        .Select(t => KnownTypes.Find(t, KnownTypes.Case))
        .Where(a => a?.ConstructorArguments.FirstOrDefault().Value as int? == number)
        .Select(a => KnownTypes.LocationOf(a!, 0))
        .LastOrDefault();

    private static CaseModel? Case(INamedTypeSymbol type, AttributeData attribute, IAssemblySymbol own, List<DiagnosticModel> diagnostics)
    {
        var field = new FieldModel(
            attribute.ConstructorArguments.FirstOrDefault().Value as int? ?? 0,
                KnownTypes.Named(attribute, "Name") as string ?? ProtoNames.Snake(type.Name));
        if (Contracts.IsContract(type))
        {
            return ValueTypes.Of(type, Encoding.Varint, own, out _) is { } message
                ? new CaseModel(field, KnownTypes.FullName(type), null, message) : null;
        }

        var property = ContentOf(type);
        if (property is null)
        {
            diagnostics.Add(Invalid(type, "a case is a [Contract], or a record with exactly one positional parameter"));
            return null;
        }

        var encoding = (Encoding)(KnownTypes.Named(attribute, "Encoding") as int? ?? 0);
        if (ValueTypes.EncodingProblem(property.Type, encoding) is { } misfit)
        {
            diagnostics.Add(DiagnosticModel.At(
                Descriptors.EncodingDoesNotFit, KnownTypes.LocationOf(attribute, 0, "Encoding"), encoding.ToString(), type.Name,
                    property.Type.ToDisplayString(), misfit));
            return null;
        }

        if (ValueTypes.Of(property.Type, encoding, own, out var problem) is { } value)
        {
            return new CaseModel(field, KnownTypes.FullName(type), KnownTypes.Escape(property.Name), value);
        }

        diagnostics.Add(DiagnosticModel.At(
            Descriptors.UnsupportedType, KnownTypes.TypeLocationOf(property), property.Type.ToDisplayString(), type.Name, problem));
        return null;
    }

    private static IPropertySymbol? ContentOf(INamedTypeSymbol type)
    {
        // The copy constructor of a record has one parameter too: its own type.
        var constructors = type.InstanceConstructors
            .Where(c => !(c.Parameters.Length == 1 && SymbolEqualityComparer.Default.Equals(c.Parameters[0].Type, type))).ToList();
        return constructors.Count == 1 && constructors[0].Parameters.Length == 1
            ? type.GetMembers(constructors[0].Parameters[0].Name).OfType<IPropertySymbol>().FirstOrDefault()
            : null;
    }

    private static DiagnosticModel Invalid(INamedTypeSymbol type, string problem) =>
        DiagnosticModel.At(Descriptors.InvalidOneOf, KnownTypes.LocationOf(type), type.Name, problem);
}
