using System.Globalization;

namespace Fathom.Subjects.Blob;

/// <summary>The bytes of blobs: random, as published, and the same for every call, so that their creation is not measured.</summary>
internal static class BlobContent
{
    /// <summary>The largest blob, bytes.</summary>
    public const int Most = 64 << 20;

    private const int Seed = 1;
    private static readonly Lock Growing = new();
    private static byte[] _bytes = [];

    /// <summary>So many bytes.</summary>
    public static ReadOnlyMemory<byte> Of(int size)
    {
        var bytes = _bytes;
        if (bytes.Length < size)
        {
            lock (Growing)
            {
                bytes = new byte[size];
                new Random(Seed).NextBytes(bytes);
                _bytes = bytes;
            }
        }

        return bytes.AsMemory(0, size);
    }

    /// <summary>Reads a size as the published server does: a number, or one with <c>k</c> or <c>M</c> (1024-based); 1 to
    /// <see cref="Most"/>.</summary>
    public static bool TryParseSize(string text, out int size)
    {
        var factor = text.AsEnumerable().LastOrDefault() switch
        {
            'k' or 'K' => 1L << 10,
            'm' or 'M' => 1L << 20,
            _ => 1L,
        };
        var read = int.TryParse(factor == 1 ? text : text[..^1], NumberStyles.None, CultureInfo.InvariantCulture, out var number);
        size = read && number * factor is > 0 and <= Most ? (int)(number * factor) : 0;
        return size > 0;
    }
}
