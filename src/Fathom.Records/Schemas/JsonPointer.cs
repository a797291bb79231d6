namespace Fathom.Records.Schemas;

/// <summary>Builds JSON pointers (RFC 6901).</summary>
internal static class JsonPointer
{
    public static string Append(string pointer, string token) =>
        $"{pointer}/{token.Replace("~", "~0", StringComparison.Ordinal).Replace("/", "~1", StringComparison.Ordinal)}";

    public static string Append(string pointer, int index) => $"{pointer}/{index}";
}
