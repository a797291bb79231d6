using Fathom.Wire.Hpack;
using Fathom.Wire.Http2.Framing;
using static Fathom.Wire.Http2.Framing.Http2FrameType;

namespace Fathom.Tests.Wire.Http2.Hostile;

/// <summary>Field blocks of exactly so many bytes.</summary>
internal static class HeaderBlocks
{
    /// <summary>GET / over http, of the authority a, which touches no table: 42 + 43 + 38 + 43 bytes as they are counted.</summary>
    public static readonly byte[] Get = [0x82, 0x86, 0x84, 0x01, 1, (byte)'a'];

    /// <summary>A request whose block has so many bytes, none of which touch the table.</summary>
    public static byte[] BlockOf(int bytes)
    {
        for (var value = bytes - Get.Length - 9; ; value++)
        {
            byte[] block = [.. Get, .. Literal(0x00, value)];
            if (block.Length == bytes)
            {
                return block;
            }
        }
    }

    /// <summary>A field named x whose value has so many bytes.</summary>
    public static byte[] Literal(byte form, int value)
    {
        var length = new byte[HpackInteger.MaxLength];
        var digits = HpackInteger.Write(length, 0, 7, value);
        return [form, 1, (byte)'x', .. length[..digits], .. Enumerable.Repeat((byte)'a', value)];
    }

    public static byte[] SizeUpdate(int size)
    {
        var bytes = new byte[HpackInteger.MaxLength];
        return bytes[..HpackInteger.Write(bytes, 0x20, 5, size)];
    }

    public static void Send(RawPeer peer, int id, byte[] block, int continuations)
    {
        var part = block.Length / (continuations + 1);
        peer.Frame(Headers, continuations == 0 ? FrameFlag.EndHeaders : (byte)0, id, continuations == 0 ? block : block[..part]);
        for (var i = 1; i <= continuations && !peer.Engine.IsEnded; i++)
        {
            var isLast = i == continuations;
            peer.Frame(Continuation, isLast ? FrameFlag.EndHeaders : (byte)0, id,
                isLast ? block[(i * part)..] : block[(i * part)..((i + 1) * part)]);
        }
    }
}
