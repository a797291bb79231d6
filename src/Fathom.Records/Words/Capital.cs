namespace Fathom.Records.Words;

/// <summary>Begins a sentence.</summary>
public static class Capital
{
    /// <summary>The text with its first letter in upper case.</summary>
    public static string Of(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        return text.Length == 0 ? text : char.ToUpperInvariant(text[0]) + text[1..];
    }
}
