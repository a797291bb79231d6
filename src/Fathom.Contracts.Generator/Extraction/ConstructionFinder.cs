using Fathom.Contracts.Generator.Diagnostics;
using Fathom.Contracts.Generator.Model;
using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>
/// Determines how a message is created from the values of its fields: with which constructor, and which members are assigned afterwards.
/// </summary>
internal sealed class ConstructionFinder(INamedTypeSymbol type, List<NumberedMember> members, List<DiagnosticModel> diagnostics)
{
    /// <summary>The arguments of the constructor, as indexes into the list of members.</summary>
    public IReadOnlyList<int> Arguments { get; } = ArgumentsOf(type, members, diagnostics);

    public Assignment AssignmentOf(int place)
    {
        var member = members[place];
        if (Arguments.Contains(place))
        {
            return Assignment.Constructor;
        }

        if (member.Symbol is IPropertySymbol { SetMethod: not null } or IFieldSymbol { IsReadOnly: false, IsConst: false })
        {
            return Assignment.Initializer;
        }

        if (member.Symbol is IPropertySymbol && Collections.CanBeFilled(member.Type))
        {
            return Assignment.Fill;
        }

        diagnostics.Add(DiagnosticModel.At(
            Descriptors.CannotAssign, KnownTypes.LocationOf(member.Symbol), member.Symbol.Name,
                "give it a setter (init will do) or a parameter of the constructor"));
        return Assignment.Initializer;
    }

    private static List<int> ArgumentsOf(INamedTypeSymbol type, List<NumberedMember> members, List<DiagnosticModel> diagnostics)
    {
        var constructors = type.InstanceConstructors
            .Where(c => !(c.Parameters.Length == 1 && SymbolEqualityComparer.Default.Equals(c.Parameters[0].Type, type)))
            .OrderBy(c => c.Parameters.Length).ToList();
        var needed = members.Any(NeedsConstructor);
        var candidates = constructors.Select(c => Match(c, members)).Where(m => m is not null).Select(m => m!);
        var found = needed ? candidates.LastOrDefault() : candidates.FirstOrDefault();
        // FATHOM002 already reports a positional parameter without a field number.
        if (found is null && !diagnostics.Any(d => d.Id == Descriptors.MissingNumber.Id))
        {
            diagnostics.Add(DiagnosticModel.At(
                Descriptors.CannotAssign, KnownTypes.LocationOf(type), type.Name,
                    "no constructor has only parameters named and typed like members with a number"));
        }

        return found ?? [];
    }

    private static bool NeedsConstructor(NumberedMember member) =>
        member.Symbol is IPropertySymbol { SetMethod: null } or IFieldSymbol { IsReadOnly: true } && !Collections.CanBeFilled(member.Type);

    private static List<int>? Match(IMethodSymbol constructor, List<NumberedMember> members)
    {
        var places = constructor.Parameters.Select(p => members.FindIndex(m =>
            string.Equals(m.Symbol.Name, p.Name, StringComparison.OrdinalIgnoreCase)
                && SymbolEqualityComparer.Default.Equals(m.Type, p.Type))).ToList();
        return places.Contains(-1) ? null : places;
    }
}
