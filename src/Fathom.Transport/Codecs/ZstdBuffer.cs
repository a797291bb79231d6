using System.Runtime.InteropServices;

namespace Fathom.Transport.Codecs;

/// <summary><c>ZSTD_inBuffer</c> and <c>ZSTD_outBuffer</c> of zstd.h: a buffer and how far it is used.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct ZstdBuffer(byte* start, nuint size)
{
    public byte* Start = start;
    public nuint Size = size;
    public nuint Position;
}
