namespace Fathom.SubjectProtocol.Flags;

/// <summary>The one parser of subjects' command lines, driven by the flags a subject declares.</summary>
public static class FlagParser
{
    /// <summary>Reads a command line.</summary>
    /// <param name="flags">The declared flags.</param>
    /// <param name="arguments">What was given; a flag given twice counts as given last.</param>
    /// <exception cref="FormatException">A flag or value is not accepted; the message names it and what is accepted.</exception>
    public static FlagValues Parse(IReadOnlyList<SubjectFlag> flags, IReadOnlyList<string> arguments)
    {
        Dictionary<SubjectFlag, object> given = [];
        for (var i = 0; i < arguments.Count; i++)
        {
            var flag = flags.FirstOrDefault(f => f.Info.Name == arguments[i])
                ?? throw new FormatException($"'{arguments[i]}' is not a flag. Accepted: {UsageOf(flags)}.");
            var follows = i + 1 < arguments.Count && !arguments[i + 1].StartsWith("--", StringComparison.Ordinal);
            var value = flag.Info.Kind == FlagKind.Switch ? ""
                : follows ? arguments[++i]
                : flag.Info.Implied
                ?? throw new FormatException($"'{flag.Info.Name}' lacks its value; accepted: {flag.Info.Accepted}.");
            given[flag] = flag.Info.FaultOf(value) is { } fault ? throw new FormatException($"{flag.Info.Name} {fault}.")
                : flag.Read(value);
        }

        return new FlagValues(given);
    }

    private static string UsageOf(IReadOnlyList<SubjectFlag> flags) =>
        flags.Count == 0 ? "none" : string.Join(", ", flags.Select(f => f.Info.Usage));
}

/// <summary>What a command line gave.</summary>
public sealed class FlagValues
{
    private readonly Dictionary<SubjectFlag, object> _given;

    internal FlagValues(Dictionary<SubjectFlag, object> given) => _given = given;

    /// <summary>The value of a flag, or its default.</summary>
    public T Of<T>(SubjectFlag<T> flag) => _given.TryGetValue(flag, out var value) ? (T)value : flag.Otherwise;

    /// <summary>Whether the flag was given.</summary>
    public bool Has(SubjectFlag flag) => _given.ContainsKey(flag);
}
