using System.Text;

namespace Fathom.Schema.Json;

/// <summary>The text of <c>google.protobuf.FieldMask</c>: paths in lowerCamelCase with commas between them.</summary>
internal static class FieldMaskText
{
    public static string Of(IEnumerable<ReadOnlyMemory<byte>> paths) =>
        string.Join(',', paths.Select(path => CamelCase(ScalarText.Utf8(path.Span))));

    private static string CamelCase(string path)
    {
        var text = new StringBuilder(path.Length);
        for (var i = 0; i < path.Length; i++)
        {
            // Only what reads back as the same path loses its underscore.
            var isWord = path[i] == '_' && i + 1 < path.Length && char.IsAsciiLetterLower(path[i + 1]);
            text.Append(isWord ? char.ToUpperInvariant(path[++i]) : path[i]);
        }

        return text.ToString();
    }
}
