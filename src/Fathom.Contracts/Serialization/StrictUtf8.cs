using System.Buffers;
using System.Text;
using System.Text.Unicode;

namespace Fathom.Contracts.Serialization;

/// <summary>UTF-8 that rejects malformed input: proto3 requires valid UTF-8 both in reading and in writing.</summary>
internal static class StrictUtf8
{
    public static readonly UTF8Encoding Encoding = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    // Bytes. Most strings fit; longer ones are read twice, first to determine their length.
    private const int Short = 64;

    /// <summary>
    /// Decodes a string. Skips the separate pass in which <see cref="UTF8Encoding"/> counts characters, for ASCII and for short strings.
    /// </summary>
    /// <exception cref="DecoderFallbackException">The input is not UTF-8.</exception>
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
