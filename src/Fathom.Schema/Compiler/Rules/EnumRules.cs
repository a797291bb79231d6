using Google.Protobuf.Reflection;

namespace Fathom.Schema.Compiler.Rules;

/// <summary>The rules of one enum.</summary>
internal static class EnumRules
{
    /// <summary>The rules that it breaks.</summary>
    /// <param name="type">The enum.</param>
    /// <param name="isProto3">Whether its file is of proto3, where values of different numbers must differ in more than the prefix.</param>
    public static IEnumerable<string> Broken(EnumDescriptorProto type, bool isProto3)
    {
        if (type.Value.Count == 0)
        {
            yield return "it has no value";
        }

        var alias = type.Value.GroupBy(value => value.Number).FirstOrDefault(group => group.Count() > 1);
        if (alias is not null != (type.Options?.AllowAlias == true))
        {
            yield return alias is null ? "allow_alias is set, and no number has two names"
                : $"{Names(alias)} have the same number, without allow_alias";
        }

        foreach (var value in type.Value.Where(value => type.ReservedName.Contains(value.Name)))
        {
            yield return $"the name {value.Name} is reserved";
        }

        // The ends are part of the ranges.
        var ranges = type.ReservedRange.Select(range => (range.Start, range.End)).Order().ToList();
        foreach (var (start, end) in ranges.Where((range, index) => range.Start > range.End
            || (index > 0 && range.Start <= ranges[index - 1].End)
            || type.Value.Any(value => value.Number >= range.Start && value.Number <= range.End)))
        {
            yield return $"the reserved range from {start} to {end} is empty, or its numbers have a second use";
        }

        if (isProto3 && type.Value.GroupBy(value => Plain(type.Name, value.Name), StringComparer.Ordinal)
            .FirstOrDefault(group => group.Select(value => value.Number).Distinct().Count() > 1) is { } same)
        {
            yield return $"{Names(same)} differ in case and in the prefix {type.Name} alone";
        }
    }

    private static string Names(IEnumerable<EnumValueDescriptorProto> values) => string.Join(" and ", values.Select(value => value.Name));

    // What generators make of a name: without the enum's name in front, case and underscores.
    private static string Plain(string type, string value)
    {
        var (prefix, at) = (type.Replace("_", "", StringComparison.Ordinal), 0);
        foreach (var letter in prefix)
        {
            while (at < value.Length && value[at] == '_')
            {
                at++;
            }

            if (at == value.Length || char.ToLowerInvariant(value[at++]) != char.ToLowerInvariant(letter))
            {
                return Folded(value);
            }
        }

        return Folded(value[at..]) is { Length: > 0 } rest ? rest : Folded(value);
    }

    private static string Folded(string name) => name.Replace("_", "", StringComparison.Ordinal).ToUpperInvariant();
}
