using System.Globalization;
using Fathom.Contracts.Generator.Diagnostics;
using Fathom.Contracts.Generator.Model;
using Fathom.Contracts.Generator.Proto;
using Microsoft.CodeAnalysis;

namespace Fathom.Contracts.Generator.Extraction;

/// <summary>Checks the numbers and names of the fields of a message.</summary>
internal static class FieldRules
{
    private const int MaxNumber = 536_870_911;
    private const int FirstReserved = 19_000;
    private const int LastReserved = 19_999;

    public static void Check(string message, IEnumerable<(NumberedMember Source, FieldModel Field)> fields,
        List<DiagnosticModel> diagnostics)
    {
        var numbers = new Dictionary<int, string>();
        var names = new Dictionary<string, string>();
        foreach (var (source, field) in fields)
        {
            var member = source.Symbol.Name;
            var place = source.Number is null ? OneOfExtractor.NumberLocation(source.Type, field.Number)
                ?? KnownTypes.LocationOf(source.Symbol)
                : source.NumberLocation;
            CheckNumber(field.Number, member, place, diagnostics);
            if (numbers.TryGetValue(field.Number, out var other))
            {
                diagnostics.Add(DiagnosticModel.At(Descriptors.DuplicateNumber, place, Text(field.Number), member, other));
            }

            numbers[field.Number] = member;
            if (!ProtoNames.IsIdentifier(field.ProtoName))
            {
                diagnostics.Add(DiagnosticModel.At(Descriptors.InvalidName, KnownTypes.LocationOf(source.Symbol), field.ProtoName));
            }

            if (names.TryGetValue(field.ProtoName, out var twin))
            {
                diagnostics.Add(DiagnosticModel.At(
                    Descriptors.DuplicateName, KnownTypes.LocationOf(source.Symbol), field.ProtoName, $"{message}.{member}", twin));
            }

            names[field.ProtoName] = member;
        }
    }

    private static void CheckNumber(int number, string member, Location? place, List<DiagnosticModel> diagnostics)
    {
        if (number is < 1 or > MaxNumber)
        {
            diagnostics.Add(DiagnosticModel.At(Descriptors.NumberOutOfRange, place, Text(number), member));
        }
        else if (number is >= FirstReserved and <= LastReserved)
        {
            diagnostics.Add(DiagnosticModel.At(Descriptors.ReservedNumber, place, Text(number), member));
        }
    }

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);
}
