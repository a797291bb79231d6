using System.Buffers;
using System.Buffers.Text;
using System.Text.Json;
using Fathom.Schema.Wire;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Json;

/// <summary>Reads base64 of the standard and of the URL-safe alphabet, with and without padding (RFC 4648 sections 4 and 5).</summary>
internal static class Base64Json
{
    public static void Read(FieldDescriptor field, WireOutput output, ref Utf8JsonReader reader)
    {
        if (reader.TokenType != JsonTokenType.String)
        {
            throw ScalarJson.Wrong(ref reader, FieldTypeText.OfValue(field), "a string of base64");
        }

        // Decoded in place: three bytes where four were.
        var start = output.Begin();
        var text = output.Reserve(reader.ValueSpan.Length + 3);
        var length = reader.CopyString(text);
        text[..length].Replace((byte)'-', (byte)'+');
        text[..length].Replace((byte)'_', (byte)'/');
        var padded = length;
        while ((padded & 3) != 0 && padded < length + 3 && !text[..length].EndsWith("="u8))
        {
            text[padded++] = (byte)'=';
        }

        if (Base64.DecodeFromUtf8InPlace(text[..padded], out var written) != OperationStatus.Done)
        {
            throw ScalarJson.Wrong(ref reader, FieldTypeText.OfValue(field), "base64 of the standard or the URL-safe alphabet");
        }

        output.Advance(written);
        output.End(start);
    }
}
