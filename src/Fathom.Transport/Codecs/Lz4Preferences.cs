using System.Runtime.InteropServices;

namespace Fathom.Transport.Codecs;

/// <summary><c>LZ4F_preferences_t</c> of lz4frame.h.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct Lz4Preferences
{
    public const int Blocks4M = 7;
    public const int BlockBytes = 4 << 20;
    public const int Independent = 1;

    public int BlockSize;
    public int BlockMode;
    public int ContentChecksum;
    public int FrameType;
    public ulong ContentSize;
    public uint DictionaryId;
    public int BlockChecksum;
    public int Level;
    public uint AutoFlush;
    public uint FavorDecompressionSpeed;
    public uint Reserved1;
    public uint Reserved2;
    public uint Reserved3;
}
