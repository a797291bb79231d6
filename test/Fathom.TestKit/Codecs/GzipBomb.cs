using System.IO.Compression;

namespace Fathom.TestKit.Codecs;

/// <summary>
/// Ten gigabytes of zeros as gzip packs them at its best level, some ten megabytes, made when asked for: one flushed piece again and again,
/// which is what the encoder writes for the next one, since all it looks back at is zeros too. Its end is left away: nobody is to come so
/// far.
/// </summary>
public static class GzipBomb
{
    /// <summary>Zeros in a bomb.</summary>
    public const long PlainSize = 10_000_000_000;

    private const int Piece = 20_000_000;

    /// <summary>A bomb.</summary>
    public static byte[] Create()
    {
        var packed = new MemoryStream();
        using var gzip = new GZipStream(packed, new ZLibCompressionOptions { CompressionLevel = 9 }, leaveOpen: true);
        var zeros = new byte[Piece];
        gzip.Write(zeros);
        gzip.Flush();
        var first = (int)packed.Length;
        gzip.Write(zeros);
        gzip.Flush();
        var all = packed.ToArray();
        var next = all.AsSpan(first);

        var pieces = (int)(PlainSize / Piece);
        var bomb = new byte[first + (next.Length * (pieces - 1))];
        all.AsSpan(0, first).CopyTo(bomb);
        for (var i = 0; i < pieces - 1; i++)
        {
            next.CopyTo(bomb.AsSpan(first + (i * next.Length)));
        }

        return bomb;
    }
}
