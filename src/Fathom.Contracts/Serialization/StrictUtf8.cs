using System.Buffers;
using System.Text;
using System.Text.Unicode;

namespace Fathom.Contracts.Serialization;

/// <summary>UTF-8 that rejects malformed input: proto3 strings are valid UTF-8 in both directions.</summary>
internal static class StrictUtf8
{
    public static readonly UTF8Encoding Encoding = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    // Most strings fit; longer ones are read twice, once for their length.
    private const int Short = 64;

    /// <summary>Decodes a string. It reads ASCII and short text once, unlike the framework's throwing encoding.</summary>
    /// <exception cref="DecoderFallbackException">Not UTF-8.</exception>
    public static string Decode(ReadOnlySpan<byte> bytes)
    {
        if (Ascii.IsValid(bytes))
        {
            return string.Create(bytes.Length, bytes, static (characters, ascii) => Ascii.ToUtf16(ascii, characters, out _));
        }

        return bytes.Length <= Short ? DecodeShort(bytes) : Encoding.GetString(bytes);
    }

    private static string DecodeShort(ReadOnlySpan<byte> bytes)
    {
        Span<char> characters = stackalloc char[Short];
        return Utf8.ToUtf16(bytes, characters, out _, out var written, replaceInvalidSequences: false) == OperationStatus.Done
            ? new string(characters[..written])
            : Encoding.GetString(bytes);
    }
}
