using System.Text;
using Fathom.Wire.Grpc;

namespace Fathom.Schema.Faults;

/// <summary>Text of others in a message: on one printable line of bounded length.</summary>
internal static class Shown
{
    private const int MaxLength = 60;

    private const int MaxSentence = 400;

    /// <summary>At most 60 characters of a text; what is left out is shown as three dots.</summary>
    public static string Short(string text) => PrintableText.OneLine(text, MaxLength);

    /// <summary>At most 400 characters of a message of another program or library.</summary>
    public static string Sentence(string text) => PrintableText.OneLine(text.Trim(), MaxSentence).TrimEnd('.');

    /// <summary>The same of UTF-8; bytes that are none are shown as the replacement character.</summary>
    public static string Short(ReadOnlySpan<byte> utf8) => Short(Encoding.UTF8.GetString(utf8[..Math.Min(utf8.Length, 4 * MaxLength)]));

    /// <summary>A list of names, at most <paramref name="most"/> of them.</summary>
    public static string List(IReadOnlyCollection<string> names, int most = 12) => names.Count == 0
        ? "none"
        : string.Join(", ", names.Take(most)) + (names.Count > most ? $" and {names.Count - most} more" : "");
}
