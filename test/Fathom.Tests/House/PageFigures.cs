using System.Text.RegularExpressions;

namespace Fathom.Tests.House;

/// <summary>
/// The figures of a page: numbers with a unit in its text, outside of code blocks; and the sources that its comment
/// <c>&lt;!-- figures</c> gives for them, a line each: <c>9.93 s; 265 ms | bench/results/channels.json /findings/0/claim</c>.
/// </summary>
internal static partial class PageFigures
{
    private const string Number = @"\d+(?:,\d{3})*(?:\.\d+)?";

    private const string Unit = "ns|us|\u00b5s|ms|s|seconds|minutes|bytes|[kKMG]i?B(?:/s)?|[kMG]bit/s|%|times|messages|threads|processors|"
        + "cores|replicates|callers|calls|connections|packets";

    /// <summary>Returns the figures in the text, each once, with single spaces.</summary>
    public static IReadOnlyList<string> In(string page)
    {
        var prose = Comment().Replace(Fence().Replace(page, " "), " ");
        var text = Spaces().Replace(LinkTarget().Replace(prose, "]").Replace("\n> ", "\n"), " ");
        return [.. Figure().Matches(text).Select(m => m.Value).Distinct()];
    }

    /// <summary>Returns the figures with a source.</summary>
    public static IReadOnlyList<(string Figure, FigureSource Source)> SourcesIn(string page) =>
    [
        .. from block in Sources().Matches(page)
           from line in block.Groups[1].Value.Split('\n')
           where line.Length > 0
           let parts = line.Split(" | ", 2)
           from figure in parts[0].Split("; ")
           select (figure, new FigureSource(parts[^1].Trim())),
    ];

    [GeneratedRegex(@"^```.*?^```", RegexOptions.Singleline | RegexOptions.Multiline)]
    private static partial Regex Fence();

    [GeneratedRegex("<!--.*?-->", RegexOptions.Singleline)]
    private static partial Regex Comment();

    [GeneratedRegex(@"\]\([^)]*\)")]
    private static partial Regex LinkTarget();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Spaces();

    [GeneratedRegex("<!-- figures\n(.*?)-->", RegexOptions.Singleline)]
    private static partial Regex Sources();

    // "9 to 15 seconds" and "162, 190 and 196 MB/s" are one figure each.
    [GeneratedRegex($@"(?<![\w.#/-])(?:{Number}(?:, {Number})* and {Number}|{Number} (?:to|/) {Number}|{Number}) (?:{Unit})(?![\w/])")]
    private static partial Regex Figure();
}
