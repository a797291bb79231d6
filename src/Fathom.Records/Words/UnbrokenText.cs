using System.Text.RegularExpressions;

namespace Fathom.Records.Words;

/// <summary>Keeps a figure and its unit in one line.</summary>
public static partial class UnbrokenText
{
    /// <summary>Returns the text with a no-break space between each figure and its unit.</summary>
    public static string Of(string text) => FigureWithUnit().Replace(text, "\u00a0");

    [GeneratedRegex(@"(?<=\d) (?=(?:s|ms|us|\u00b5s|ns|%|bytes|[kMG](?:i?B|bit)(?:/s)?)(?:[\s.,:;)]|$))")]
    private static partial Regex FigureWithUnit();
}
