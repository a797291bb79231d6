using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Wire.Http2;

/// <summary>A frame a <see cref="FrameWriter"/> is to write, and what a reader must find of it.</summary>
internal sealed record WrittenFrame(Action<FrameWriter> Write, IReadOnlyList<string> Expected)
{
    /// <summary>Frames an engine writes.</summary>
    public static Gen<WrittenFrame> Any { get; } =
        from kind in Gen.Choose(0, 7)
        from id in Gen.Choose(1, int.MaxValue)
        from value in Gen.Choose(0, int.MaxValue)
        from length in Gen.Frequency((4, Gen.Choose(0, 200)), (1, Gen.Choose(16_380, 16_388)), (1, Gen.Choose(0, 50_000)))
        from end in Gen.Elements(true, false)
        select Make(kind, id, value, length, end);

    public override string ToString() => string.Join("; ", Expected);

    private static WrittenFrame Make(int kind, int id, int value, int length, bool end)
    {
        var bytes = new byte[length];
        new Random(value).NextBytes(bytes);
        var flag = end ? FrameFlag.EndStream : (byte)0;
        var opaque = (ulong)value * 0x1_0000_0001;
        var debug = bytes[..Math.Min(length, 1024)];
        return kind switch
        {
            0 => new(w => w.Data(id, bytes, end), [Frames.Describe(Http2FrameType.Data, flag, id, bytes)]),
            1 => new(w => w.Headers(id, bytes, end, 16_384), Blocks(id, flag, bytes)),
            2 => new(w => w.RstStream(id, (Http2ErrorCode)value),
                [Frames.Describe(Http2FrameType.RstStream, 0, id, RawPeer.UInt32((uint)value))]),
            3 => new(w => w.Settings([(Http2SettingId.InitialWindowSize, (uint)value), (Http2SettingId.MaxFrameSize, 5)]),
                [Frames.Describe(Http2FrameType.Settings, 0, 0, [0, 4, .. RawPeer.UInt32((uint)value), 0, 5, 0, 0, 0, 5])]),
            4 => new(w => w.SettingsAck(), [Frames.Describe(Http2FrameType.Settings, FrameFlag.Ack, 0, [])]),
            5 => new(w => w.Ping(opaque, end), [Frames.Describe(
                Http2FrameType.Ping, flag, 0, [.. RawPeer.UInt32((uint)(opaque >> 32)), .. RawPeer.UInt32((uint)opaque)])]),
            6 => new(w => w.GoAway(id, (Http2ErrorCode)value, bytes),
                [Frames.Describe(Http2FrameType.GoAway, 0, 0, [.. RawPeer.UInt32((uint)id), .. RawPeer.UInt32((uint)value), .. debug])]),
            _ => new(w => w.WindowUpdate(id, value), [Frames.Describe(Http2FrameType.WindowUpdate, 0, id, RawPeer.UInt32((uint)value))]),
        };
    }

    private static List<string> Blocks(int id, byte flag, byte[] block)
    {
        var parts = block.Length == 0 ? [[]] : block.Chunk(16_384).ToList();
        return [.. parts.Select((part, i) => Frames.Describe(
            i == 0 ? Http2FrameType.Headers : Http2FrameType.Continuation,
            (byte)((i == 0 ? flag : 0) | (i == parts.Count - 1 ? FrameFlag.EndHeaders : 0)),
            id,
            part))];
    }
}
