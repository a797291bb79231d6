using System.Buffers;

namespace Fathom.Wire.Grpc;

/// <summary>Validates metadata keys and text values (gRPC doc/PROTOCOL-HTTP2.md).</summary>
internal static class MetadataGrammar
{
    private static readonly SearchValues<char> KeyCharacters =
        SearchValues.Create("0123456789abcdefghijklmnopqrstuvwxyz_-.");

    /// <summary>Validates a key and returns it in lower case.</summary>
    /// <exception cref="ArgumentException">The key has characters other than digits, letters and <c>_ - .</c>, or is reserved by gRPC or
    /// HTTP/2.</exception>
    public static string ValidKey(string key)
    {
        ArgumentException.ThrowIfNullOrEmpty(key);
        var name = key.ToLowerInvariant();
        var wrong = name.AsSpan().IndexOfAnyExcept(KeyCharacters);
        if (wrong >= 0)
        {
            throw new ArgumentException(
                $"Metadata key '{key}' holds U+{(int)name[wrong]:X4} at index {wrong}; accepted are letters, digits, '_', '-' and '.'.",
                    nameof(key));
        }

        return GrpcHeaders.IsReserved(name) || name == GrpcHeaders.UserAgent
            ? throw new ArgumentException(
            $"Metadata key '{name}' is reserved: gRPC or HTTP/2 sets this header itself. Choose another name.", nameof(key))
            : name;
    }

    /// <summary>Validates a text value.</summary>
    /// <exception cref="ArgumentException">The value is not printable ASCII (0x20 to 0x7E).</exception>
    public static void CheckText(string name, string value)
    {
        var wrong = value.AsSpan().IndexOfAnyExceptInRange(' ', '~');
        if (wrong >= 0)
        {
            throw new ArgumentException(
                $"Metadata '{name}' holds U+{(int)value[wrong]:X4} at index {wrong}; accepted is printable ASCII (0x20 to 0x7E). Send "
                    + $"other values under a key that ends in -bin.",
                nameof(value));
        }
    }
}
