using Fathom.Schema.Faults;

namespace Fathom.Cli;

/// <summary>Suggests the accepted word nearest to a wrong one.</summary>
internal static class DidYouMean
{
    /// <summary><c>; did you mean 'quick'?</c>, or nothing where no accepted word is near.</summary>
    public static string Hint(string given, IEnumerable<string> accepted) => NearestName.Hint(given, accepted);

    /// <summary>A refusal: the wrong word, a suggestion, the accepted words.</summary>
    /// <param name="where">The flag or argument, followed by a colon; may be empty.</param>
    /// <param name="given">The wrong word.</param>
    /// <param name="kind">The expected kind, with its article.</param>
    /// <param name="accepted">The accepted words.</param>
    /// <param name="unlisted">Further accepted words, too many to list.</param>
    public static string Refusal(string where, string given, string kind, IReadOnlyList<string> accepted,
        IEnumerable<string>? unlisted = null) =>
        $"{where}'{given}' is not {kind}{Hint(given, accepted.Concat(unlisted ?? []))} (accepted: {string.Join(", ", accepted)})";
}
