using System.Diagnostics.CodeAnalysis;

namespace Fathom.Wire.Grpc;

/// <summary>Base64 encoding of <c>-bin</c> metadata. Sent without padding, accepted with or without it.</summary>
internal static class BinaryMetadata
{
    /// <summary>The suffix of binary keys.</summary>
    private const string KeySuffix = "-bin";

    /// <summary>Returns whether a lower-case key is binary.</summary>
    public static bool IsBinary(string key) => key.EndsWith(KeySuffix, StringComparison.Ordinal);

    /// <summary>Encodes a value without padding.</summary>
    public static string Encode(ReadOnlySpan<byte> value) => Convert.ToBase64String(value).TrimEnd('=');

    /// <summary>Decodes one value, with or without padding.</summary>
    /// <returns>False when the value is not base64.</returns>
    public static bool TryDecode(ReadOnlySpan<char> value, [NotNullWhen(true)] out byte[]? bytes)
    {
        var digits = value.Trim(' ').TrimEnd('=');
        bytes = null;
        if (digits.Length % 4 == 1)
        {
            return false;
        }

        var padded = new char[(digits.Length + 3) / 4 * 4];
        digits.CopyTo(padded);
        padded.AsSpan(digits.Length).Fill('=');
        var decoded = new byte[digits.Length * 3 / 4];
        if (!Convert.TryFromBase64Chars(padded, decoded, out var written) || written != decoded.Length)
        {
            return false;
        }

        bytes = decoded;
        return true;
    }
}
