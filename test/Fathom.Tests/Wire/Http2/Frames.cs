using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Wire.Http2;

/// <summary>Generators of frames, right and wrong, and how a test reads them.</summary>
internal static class Frames
{
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

    /// <summary>A frame in a line.</summary>
    public static string Describe(Http2FrameType type, byte flags, int id, ReadOnlySpan<byte> payload)
    {
        var hash = new HashCode();
        hash.AddBytes(payload);
        return $"{type} {flags} {id} {payload.Length} {hash.ToHashCode()}";
    }

    private static string Describe(in FrameHeader header, ReadOnlySpan<byte> payload) =>
        Describe(header.Type, header.Flags, header.StreamId, payload);

    private static Gen<byte[]> Payload(int type)
    {
        var any = Gen.Choose(0, 300).SelectMany(length => Gen.ArrayOf(Gen.Choose(0, 255), length))
            .Select(values => values.Select(value => (byte)value).ToArray());
        var number = Gen.OneOf(Gen.Choose(0, 3), Gen.Choose(0, int.MaxValue), Gen.Elements(int.MaxValue))
            .Select(value => RawPeer.UInt32((uint)value));
        return (Http2FrameType)type switch
        {
            Http2FrameType.Headers or Http2FrameType.Continuation => Gen.OneOf(any, Gen.Elements<byte[]>(
                [0x82, 0x86, 0x84, 0x01, 1, (byte)'a'],
                [0x83, 0x86, 0x84, 0x41, 1, (byte)'a'], [0x88], [0x40, 1, (byte)'x', 1, (byte)'y'], [0xbe], [])),
            Http2FrameType.RstStream or Http2FrameType.WindowUpdate => Gen.Frequency((5, number), (1, any)),
            Http2FrameType.Ping => Gen.Frequency((5, Gen.Constant(new byte[8])), (1, any)),
            Http2FrameType.Settings => Gen.Frequency(
                (2, Gen.Constant(Array.Empty<byte>())), (2, number.Select(value => (byte[])[0, 4, .. value])), (1, any)),
            Http2FrameType.GoAway => number.SelectMany(last => any, (last, rest) => (byte[])[.. last, 0, 0, 0, 0, .. rest]),
            _ => any,
        };
    }
}
