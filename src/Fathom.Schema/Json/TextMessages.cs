using System.Text;
using System.Text.Json;
using Fathom.Schema.Wire;

namespace Fathom.Schema.Json;

/// <summary>Reads <c>google.protobuf.Timestamp</c>, <c>Duration</c> and <c>FieldMask</c>, which are strings in JSON.</summary>
internal static class TextMessages
{
    // A time has at most 35 characters, a duration 24.
    private const int MaxTime = 64;

    public static void Read(WellKnownKind kind, WireOutput output, ref Utf8JsonReader reader)
    {
        if (kind == WellKnownKind.FieldMask)
        {
            Mask(output, ref reader);
            return;
        }

        var isTime = kind == WellKnownKind.Timestamp;
        Span<char> text = stackalloc char[MaxTime];
        if (reader.TokenType != JsonTokenType.String || reader.ValueSpan.Length > MaxTime
            || !(isTime ? TimeText.TryParseTimestamp(text[..reader.CopyString(text)], out var seconds, out var nanos)
                : TimeText.TryParseDuration(text[..reader.CopyString(text)], out seconds, out nanos)))
        {
            throw isTime
                ? ScalarJson.Wrong(ref reader, "google.protobuf.Timestamp", "a time of RFC 3339 such as \"2026-01-31T08:30:00.5Z\"")
                : ScalarJson.Wrong(ref reader, "google.protobuf.Duration", "seconds with at most nine decimals and the letter s, from "
                    + "-315576000000s to 315576000000s: \"1.5s\", \"0.25s\" for 250 ms, \"5400s\" for 1 h 30 min");
        }

        if (seconds != 0)
        {
            output.Tag(1, WireKind.Varint);
            output.Varint((ulong)seconds);
        }

        if (nanos != 0)
        {
            output.Tag(2, WireKind.Varint);
            output.Varint((ulong)(long)nanos);
        }
    }

    private static void Mask(WireOutput output, ref Utf8JsonReader reader)
    {
        if (reader.TokenType != JsonTokenType.String)
        {
            throw ScalarJson.Wrong(ref reader, "google.protobuf.FieldMask", "a string of paths such as \"user.displayName,photo\"");
        }

        var text = reader.GetString()!;
        foreach (var range in text.AsSpan().Split(','))
        {
            var path = text.AsSpan(range);
            if (path.Length == 0)
            {
                continue;
            }

            output.Tag(1, WireKind.Delimited);
            var start = output.Begin();
            foreach (var c in path)
            {
                if (c is '_' or ' ')
                {
                    throw ScalarJson.Wrong(ref reader, "google.protobuf.FieldMask", "lowerCamelCase paths with commas between them");
                }

                if (char.IsAsciiLetterUpper(c))
                {
                    output.Bytes("_"u8);
                }

                var lower = char.ToLowerInvariant(c);
                output.Advance(Encoding.UTF8.GetBytes([char.IsAsciiLetterUpper(c) ? lower : c], output.Reserve(3)));
            }

            output.End(start);
        }
    }
}
