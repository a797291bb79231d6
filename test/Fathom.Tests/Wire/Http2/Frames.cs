using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Wire.Http2;

/// <summary>A frame a <see cref="FrameWriter"/> is to write, and what a reader must find of it.</summary>
internal sealed record WrittenFrame(Action<FrameWriter> Write, IReadOnlyList<string> Expected)
{
    public override string ToString() => string.Join("; ", Expected);
}

/// <summary>Generators of frames, right and wrong, and how a test reads them.</summary>
internal static class Frames
{
    /// <summary>Frames an engine writes.</summary>
    public static Gen<WrittenFrame> Written { get; } =
        from kind in Gen.Choose(0, 7)
        from id in Gen.Choose(1, int.MaxValue)
        from value in Gen.Choose(0, int.MaxValue)
        from length in Gen.Frequency((4, Gen.Choose(0, 200)), (1, Gen.Choose(16_380, 16_388)), (1, Gen.Choose(0, 50_000)))
        from end in Gen.Elements(true, false)
        select Make(kind, id, value, length, end);

    /// <summary>Frames of every type with likely flags and streams, payloads that often fit, often not.</summary>
    public static Gen<byte[]> Arbitrary { get; } =
        from type in Gen.Choose(0, 10)
        from flags in Gen.Elements(0, 1, 4, 5, 8, 0x20, 0x25, 0x2d, 0xff)
        from id in Gen.Frequency((3, Gen.Choose(0, 12)), (2, Gen.Elements(1, 3, 5)), (1, Gen.Elements(0)))
        from payload in Payload(type)
        select Whole((Http2FrameType)type, (byte)flags, id, payload);

    /// <summary>How the peer of an engine begins.</summary>
    public static byte[] Beginning(Http2Role engine)
    {
        var settings = Whole(Http2FrameType.Settings, 0, 0, []);
        return engine == Http2Role.Server ? [.. ConnectionPreface.Bytes, .. settings] : settings;
    }

    public static byte[] Whole(Http2FrameType type, byte flags, int streamId, byte[] payload)
    {
        var bytes = new byte[FrameHeader.Size + payload.Length];
        new FrameHeader(payload.Length, type, flags, streamId).Write(bytes);
        payload.CopyTo(bytes.AsSpan(FrameHeader.Size));
        return bytes;
    }

    public static byte[] Drain(OutputBuffer output)
    {
        var bytes = new List<byte>();
        while (!output.IsEmpty)
        {
            var front = output.Front;
            bytes.AddRange(front.Span);
            output.Advance(front.Length);
        }

        return [.. bytes];
    }

    /// <summary>Reads the bytes in pieces of the given lengths, over and over.</summary>
    public static List<string> ReadAll(byte[] bytes, IReadOnlyList<int> cuts)
    {
        var found = new List<string>();
        var reader = new FrameReader();
        for (int at = 0, piece = 0; at < bytes.Length; piece++)
        {
            var length = Math.Min(cuts[piece % cuts.Count], bytes.Length - at);
            ReadOnlySpan<byte> input = bytes.AsSpan(at, length);
            while (reader.Read(ref input, SettingsPayload.LargestMaxFrameSize, out var header, out var payload) == FrameReadOutcome.Frame)
            {
                found.Add(Describe(header, payload));
            }

            input.Length.ShouldBe(0);
            at += length;
        }

        reader.BufferedBytes.ShouldBe(0);
        return found;
    }

    private static WrittenFrame Make(int kind, int id, int value, int length, bool end)
    {
        var bytes = new byte[length];
        new Random(value).NextBytes(bytes);
        var flag = end ? FrameFlag.EndStream : (byte)0;
        var opaque = (ulong)value * 0x1_0000_0001;
        var debug = bytes[..Math.Min(length, 1024)];
        return kind switch
        {
            0 => new(w => w.Data(id, bytes, end), [Describe(Http2FrameType.Data, flag, id, bytes)]),
            1 => new(w => w.Headers(id, bytes, end, 16_384), Blocks(id, flag, bytes)),
            2 => new(w => w.RstStream(id, (Http2ErrorCode)value), [Describe(Http2FrameType.RstStream, 0, id, RawPeer.UInt32((uint)value))]),
            3 => new(w => w.Settings([(Http2SettingId.InitialWindowSize, (uint)value), (Http2SettingId.MaxFrameSize, 5)]),
                [Describe(Http2FrameType.Settings, 0, 0, [0, 4, .. RawPeer.UInt32((uint)value), 0, 5, 0, 0, 0, 5])]),
            4 => new(w => w.SettingsAck(), [Describe(Http2FrameType.Settings, FrameFlag.Ack, 0, [])]),
            5 => new(w => w.Ping(opaque, end), [Describe(
                Http2FrameType.Ping, flag, 0, [.. RawPeer.UInt32((uint)(opaque >> 32)), .. RawPeer.UInt32((uint)opaque)])]),
            6 => new(w => w.GoAway(id, (Http2ErrorCode)value, bytes),
                [Describe(Http2FrameType.GoAway, 0, 0, [.. RawPeer.UInt32((uint)id), .. RawPeer.UInt32((uint)value), .. debug])]),
            _ => new(w => w.WindowUpdate(id, value), [Describe(Http2FrameType.WindowUpdate, 0, id, RawPeer.UInt32((uint)value))]),
        };
    }

    private static List<string> Blocks(int id, byte flag, byte[] block)
    {
        var parts = block.Length == 0 ? [[]] : block.Chunk(16_384).ToList();
        return [.. parts.Select((part, i) => Describe(
            i == 0 ? Http2FrameType.Headers : Http2FrameType.Continuation,
            (byte)((i == 0 ? flag : 0) | (i == parts.Count - 1 ? FrameFlag.EndHeaders : 0)),
            id,
            part))];
    }

    private static string Describe(in FrameHeader header, ReadOnlySpan<byte> payload) =>
        Describe(header.Type, header.Flags, header.StreamId, payload);

    private static string Describe(Http2FrameType type, byte flags, int id, ReadOnlySpan<byte> payload)
    {
        var hash = new HashCode();
        hash.AddBytes(payload);
        return $"{type} {flags} {id} {payload.Length} {hash.ToHashCode()}";
    }

    private static Gen<byte[]> Payload(int type)
    {
        var any = Gen.Choose(0, 300).SelectMany(length => Gen.ArrayOf(Gen.Choose(0, 255), length))
            .Select(values => values.Select(value => (byte)value).ToArray());
        var number = Gen.OneOf(Gen.Choose(0, 3), Gen.Choose(0, int.MaxValue), Gen.Elements(int.MaxValue))
            .Select(value => RawPeer.UInt32((uint)value));
        return (Http2FrameType)type switch
        {
            Http2FrameType.Headers or Http2FrameType.Continuation => Gen.OneOf(any, Gen.Elements<byte[]>(
                [0x82, 0x86, 0x84], [0x83, 0x86, 0x84, 0x41, 1, (byte)'a'], [0x88], [0x40, 1, (byte)'x', 1, (byte)'y'], [0xbe], [])),
            Http2FrameType.RstStream or Http2FrameType.WindowUpdate => Gen.Frequency((5, number), (1, any)),
            Http2FrameType.Ping => Gen.Frequency((5, Gen.Constant(new byte[8])), (1, any)),
            Http2FrameType.Settings => Gen.Frequency(
                (2, Gen.Constant(Array.Empty<byte>())), (2, number.Select(value => (byte[])[0, 4, .. value])), (1, any)),
            Http2FrameType.GoAway => number.SelectMany(last => any, (last, rest) => (byte[])[.. last, 0, 0, 0, 0, .. rest]),
            _ => any,
        };
    }
}
