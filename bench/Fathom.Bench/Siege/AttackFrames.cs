using System.Buffers.Binary;
using System.Text;
using Fathom.Subjects.Echo;
using Google.Protobuf;

namespace Fathom.Bench.Siege;

/// <summary>The bytes that attackers send (RFC 9113 section 4.1): written by hand, since nothing that behaves would send them.</summary>
internal static class AttackFrames
{
    private const byte TypeData = 0;
    private const byte TypeHeaders = 1;
    private const byte TypeRstStream = 3;
    private const byte TypeSettings = 4;
    private const byte TypePing = 6;
    private const byte TypeWindowUpdate = 8;
    private const byte Ack = 1;
    private const byte EndStream = 1;
    private const byte EndHeaders = 4;
    private const byte InitialWindowSize = 4;
    private const byte Cancel = 8;

    // A stream that no client reads to its end: 1 GB.
    private const int StreamedBytes = 10_000;
    private const int StreamedMessages = 100_000;

    /// <summary>The preface, SETTINGS with the largest window, the acknowledgement of the host's, and the largest window of the
    /// connection.</summary>
    public static byte[] Begin() =>
    [
        .. "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"u8,
        .. Frame(TypeSettings, 0, 0, [0, InitialWindowSize, .. Number(int.MaxValue)]),
        .. Frame(TypeSettings, Ack, 0, []),
        .. Frame(TypeWindowUpdate, 0, 0, Number(int.MaxValue - ushort.MaxValue)),
    ];

    /// <summary>The same and a request for a stream of a gigabyte.</summary>
    public static byte[] Stream()
    {
        var request = new EchoRequest { Payload = ByteString.CopyFrom(new byte[StreamedBytes]), Repeat = StreamedMessages }.ToByteArray();
        return
        [
            .. Begin(), .. Request(1, "/fathom.echo.Echo/ServerStream"),
            .. Frame(TypeData, EndStream, 1, [0, .. Number(request.Length), .. request]),
        ];
    }

    /// <summary>Requests that are reset as soon as they are made.</summary>
    /// <param name="first">The first stream.</param>
    /// <param name="count">How many.</param>
    public static byte[] Resets(int first, int count) =>
    [
        .. Enumerable.Range(0, count).Select(i => first + 2 * i).SelectMany(stream => (IEnumerable<byte>)
            [.. Request(stream, "/fathom.echo.Echo/Unary"), .. Frame(TypeRstStream, 0, stream, Number(Cancel))]),
    ];

    /// <summary>A PING.</summary>
    public static byte[] Ping() => Frame(TypePing, 0, 0, new byte[8]);

    // Indexed :method POST and :scheme http (RFC 7541 appendix A), then literals without indexing.
    private static byte[] Request(int stream, string path) => Frame(TypeHeaders, EndHeaders, stream,
        [0x83, 0x86, .. Field(":path", path), .. Field("content-type", "application/grpc"), .. Field("te", "trailers")]);

    private static byte[] Field(string name, string value) =>
        [0, (byte)name.Length, .. Encoding.ASCII.GetBytes(name), (byte)value.Length, .. Encoding.ASCII.GetBytes(value)];

    private static byte[] Frame(byte type, byte flags, int stream, ReadOnlySpan<byte> payload) =>
        [.. Number(payload.Length)[1..], type, flags, .. Number(stream), .. payload];

    private static byte[] Number(int value)
    {
        var bytes = new byte[sizeof(int)];
        BinaryPrimitives.WriteInt32BigEndian(bytes, value);
        return bytes;
    }
}
