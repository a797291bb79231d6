using System.Buffers;

namespace Fathom.Records;

/// <summary>Formats compact JSON: the outer levels are indented, and everything below them is on the line of its member.</summary>
internal static class JsonLayout
{
    /// <summary>Returns the JSON with two spaces of indentation per level and a final newline.</summary>
    /// <param name="compact">Valid UTF-8 JSON without white space between tokens.</param>
    /// <param name="levels">Number of levels of objects and arrays with one line for each member.</param>
    public static byte[] Indent(ReadOnlySpan<byte> compact, int levels)
    {
        var output = new ArrayBufferWriter<byte>(compact.Length + (compact.Length / 4));
        var depth = 0;
        for (var i = 0; i < compact.Length; i++)
        {
            var token = compact[i];
            switch (token)
            {
                case (byte)'"':
                    var length = StringLength(compact[i..]);
                    output.Write(compact.Slice(i, length));
                    i += length - 1;
                    break;
                case (byte)'{' or (byte)'[' when compact[i + 1] == token + 2:
                    output.Write(compact.Slice(i++, 2));
                    break;
                case (byte)'{' or (byte)'[':
                    output.Write([token]);
                    depth++;
                    Break(output, depth, levels);
                    break;
                case (byte)'}' or (byte)']':
                    Break(output, depth - 1, depth <= levels ? levels : -1);
                    depth--;
                    output.Write([token]);
                    break;
                case (byte)',':
                    output.Write([token]);
                    Break(output, depth, levels);
                    break;
                case (byte)':' when depth <= levels:
                    output.Write(": "u8);
                    break;
                default:
                    output.Write([token]);
                    break;
            }
        }

        output.Write("\n"u8);
        return output.WrittenSpan.ToArray();
    }

    private static void Break(ArrayBufferWriter<byte> output, int depth, int levels)
    {
        if (depth <= levels)
        {
            output.Write("\n"u8);
            output.GetSpan(2 * depth)[..(2 * depth)].Fill((byte)' ');
            output.Advance(2 * depth);
        }
    }

    // The length from a quotation mark to the next unescaped one, including both.
    private static int StringLength(ReadOnlySpan<byte> text)
    {
        var end = 1;
        while (text[end] != '"')
        {
            end += text[end] == '\\' ? 2 : 1;
        }

        return end + 1;
    }
}
