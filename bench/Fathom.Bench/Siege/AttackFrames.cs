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

    // As long as the host's table of fields takes: literal with indexing, and the length of the value (RFC 7541 sections 5.1 and 6.2.1).
    private const int QuotedLength = 3_000;
    private const byte Indexing = 0x40;
    private const byte NewestEntry = 0xbe;

    private const string Unary = "/fathom.echo.Echo/Unary";

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
            [.. Request(stream, Unary), .. Frame(TypeRstStream, 0, stream, Number(Cancel))]),
    ];

    /// <summary>A request with the first part of its message, whose rest never comes.</summary>
    public static byte[] Part()
    {
        const int Announced = 500_000;
        const int Sent = 8 * 1024;
        return [.. Begin(), .. Request(1, Unary), .. Frame(TypeData, 0, 1, [0, .. Number(Announced), .. new byte[Sent]])];
    }

    /// <summary>A request with a long deadline that is none, which the host keeps in its table of fields.</summary>
    public static byte[] Quoted()
    {
        const int Prefix = 0x7f;
        const int Rest = QuotedLength - Prefix;
        byte[] field =
        [
            Indexing, .. Text("grpc-timeout"), Prefix, (Rest & Prefix) | (Prefix + 1), Rest >> 7,
            .. Enumerable.Repeat((byte)'é', QuotedLength),
        ];
        return [.. Begin(), .. Frame(TypeHeaders, EndHeaders | EndStream, 1, [.. Block(Unary), .. field])];
    }

    /// <summary>Requests with that field: a byte each, which the host's status would quote.</summary>
    /// <param name="first">The first stream.</param>
    /// <param name="count">How many.</param>
    public static byte[] Quotes(int first, int count) =>
    [
        .. Enumerable.Range(0, count).SelectMany(i =>
            Frame(TypeHeaders, EndHeaders | EndStream, first + 2 * i, [.. Block(Unary), NewestEntry])),
    ];

    /// <summary>A request without a path, which the host resets (RFC 9113 section 8.1.1).</summary>
    public static byte[] Dead() => [.. Begin(), .. Frame(TypeHeaders, EndHeaders, 1, [0x83, 0x86])];

    /// <summary>The end of that request, again and again.</summary>
    public static byte[] Ends(int count) => [.. Enumerable.Range(0, count).SelectMany(_ => Frame(TypeData, EndStream, 1, []))];

    /// <summary>A PING.</summary>
    public static byte[] Ping() => Frame(TypePing, 0, 0, new byte[8]);

    // Indexed :method POST and :scheme http (RFC 7541 appendix A), then literals without indexing.
    private static byte[] Block(string path) =>
        [0x83, 0x86, .. Field(":path", path), .. Field(":authority", "x"), .. Field("content-type", "application/grpc"),
            .. Field("te", "trailers")];

    private static byte[] Request(int stream, string path) => Frame(TypeHeaders, EndHeaders, stream, Block(path));

    private static byte[] Field(string name, string value) => [0, .. Text(name), .. Text(value)];

    private static byte[] Text(string text) => [(byte)text.Length, .. Encoding.ASCII.GetBytes(text)];

    private static byte[] Frame(byte type, byte flags, int stream, ReadOnlySpan<byte> payload) =>
        [.. Number(payload.Length)[1..], type, flags, .. Number(stream), .. payload];

    private static byte[] Number(int value)
    {
        var bytes = new byte[sizeof(int)];
        BinaryPrimitives.WriteInt32BigEndian(bytes, value);
        return bytes;
    }
}
