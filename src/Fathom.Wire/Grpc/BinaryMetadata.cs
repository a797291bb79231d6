using System.Diagnostics.CodeAnalysis;

namespace Fathom.Wire.Grpc;

/// <summary>Base64 of <c>-bin</c> metadata: sent without padding, accepted with and without.</summary>
internal static class BinaryMetadata
{
    /// <summary>The suffix that marks a binary key.</summary>
    private const string KeySuffix = "-bin";

    /// <summary>Whether a key, in lower case, is marked binary.</summary>
    public static bool IsBinary(string key) => key.EndsWith(KeySuffix, StringComparison.Ordinal);

    /// <summary>Encodes without padding.</summary>
    public static string Encode(ReadOnlySpan<byte> value) => Convert.ToBase64String(value).TrimEnd('=');

    /// <summary>Decodes one value, padded or not; false when it is not base64.</summary>
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
