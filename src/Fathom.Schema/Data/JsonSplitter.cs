namespace Fathom.Schema.Data;

/// <summary>One message in a text of several.</summary>
/// <param name="Start">Offset of its first byte.</param>
/// <param name="Length">Its bytes.</param>
/// <param name="Line">The line on which it begins, from 1.</param>
/// <param name="HasTemplate">Whether it has a <c>{{</c>.</param>
internal readonly record struct JsonSlice(int Start, int Length, long Line, bool HasTemplate);

/// <summary>
/// Finds the messages in JSON: values one after the other, or the elements of an array. Templates may stand where no JSON is allowed, so
/// that a JSON reader cannot do it. It looks at brackets and strings alone: faults in a message are found when it is encoded.
/// </summary>
internal static class JsonSplitter
{
    public static List<JsonSlice> Split(ReadOnlySpan<byte> json, bool elements)
    {
        var slices = new List<JsonSlice>();
        var line = 1L;
        var at = 0;
        while (at < json.Length)
        {
            if (IsSpace(json[at]))
            {
                line += json[at++] == '\n' ? 1 : 0;
                continue;
            }

            if (elements && json[at] == '[' && Close(json, at) is { } end)
            {
                Elements(json, at + 1, end, line, slices);
                line += json[at..end].Count((byte)'\n');
                at = end + 1;
                continue;
            }

            var next = EndOf(json, at, json.Length, stopAtComma: false);
            slices.Add(Slice(json, at, next, line));
            line += json[at..next].Count((byte)'\n');
            at = next;
        }

        return slices;
    }

    private static void Elements(ReadOnlySpan<byte> json, int at, int end, long line, List<JsonSlice> slices)
    {
        while (at < end)
        {
            if (IsSpace(json[at]) || (json[at] == ',' && slices.Count > 0))
            {
                line += json[at++] == '\n' ? 1 : 0;
                continue;
            }

            var next = EndOf(json, at, end, stopAtComma: true);
            slices.Add(Slice(json, at, next, line));
            line += json[at..next].Count((byte)'\n');
            at = next;
        }
    }

    private static JsonSlice Slice(ReadOnlySpan<byte> json, int start, int end, long line) =>
        new(start, end - start, line, json[start..end].IndexOf("{{"u8) >= 0);

    // The bracket that closes the array at a place; null where none does, and the text is taken as one faulty message.
    private static int? Close(ReadOnlySpan<byte> json, int at)
    {
        var end = EndOf(json, at, json.Length, stopAtComma: false);
        return json[end - 1] == ']' && end - 1 > at ? end - 1 : null;
    }

    // The end of the value that begins at a place: where its brackets are closed, or, for a scalar, before a comma or a bracket.
    private static int EndOf(ReadOnlySpan<byte> json, int at, int most, bool stopAtComma)
    {
        var depth = 0;
        var isContainer = json[at] is (byte)'{' or (byte)'[';
        for (var i = at; i < most; i++)
        {
            if (json[i..most].StartsWith("{{"u8) && json[i..most].IndexOf("}}"u8) is >= 0 and var close)
            {
                i += close + 1;
                continue;
            }

            switch (json[i])
            {
                case (byte)'"':
                    i = EndOfString(json, i, most);
                    break;
                case (byte)'{' or (byte)'[':
                    depth++;
                    break;
                case (byte)'}' or (byte)']' when --depth <= 0 && isContainer:
                    return i + 1;
                case (byte)',' when depth == 0 && stopAtComma:
                    return i;
                case (byte)' ' or (byte)'\n' or (byte)'\r' or (byte)'\t' when depth == 0 && !isContainer && !stopAtComma:
                    return i;
            }
        }

        return most;
    }

    private static int EndOfString(ReadOnlySpan<byte> json, int at, int most)
    {
        for (var i = at + 1; i < most; i++)
        {
            if (json[i] == '\\')
            {
                i++;
            }
            else if (json[i] == '"')
            {
                return i;
            }
        }

        return most;
    }

    private static bool IsSpace(byte value) => value is (byte)' ' or (byte)'\n' or (byte)'\r' or (byte)'\t';
}
