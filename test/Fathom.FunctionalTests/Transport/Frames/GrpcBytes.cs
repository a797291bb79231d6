using System.Text;
using Fathom.Wire.Hpack;

namespace Fathom.FunctionalTests.Transport.Frames;

/// <summary>Bytes of gRPC requests: field blocks, messages and numbers.</summary>
internal static class GrpcBytes
{
    public const string DuplexPath = "/fathom.echo.Echo/DuplexStream";
    public const string UnaryPath = "/fathom.echo.Echo/Unary";
    public const string ServerStreamPath = "/fathom.echo.Echo/ServerStream";

    /// <summary>The identifier of a client's stream by its number, from 0.</summary>
    public static int StreamId(int number) => 1 + 2 * number;

    /// <summary>A list of fields, none of which touch the table.</summary>
    public static byte[] Block(params IEnumerable<(string Name, string Value)> fields)
    {
        List<byte> block = [];
        foreach (var (name, value) in fields)
        {
            block.Add(0x00);
            AddText(block, name);
            AddText(block, value);
        }

        return [.. block];
    }

    /// <summary>What a gRPC request begins with.</summary>
    public static byte[] RequestBlock(string path, params IEnumerable<(string Name, string Value)> more) =>
        [0x83, 0x86, .. Block([(":path", path), (":authority", "x"), ("content-type", "application/grpc"), ("te", "trailers"), .. more])];

    /// <summary>A gRPC message: its prefix, which may claim another size, and its bytes.</summary>
    public static byte[] Message(byte[] message, int? claim = null)
    {
        var size = claim ?? message.Length;
        return [0, (byte)(size >> 24), (byte)(size >> 16), (byte)(size >> 8), (byte)size, .. message];
    }

    /// <summary>A number as protobuf writes it: seven bits a byte, the lowest first.</summary>
    public static byte[] Varint(int value)
    {
        List<byte> bytes = [];
        for (; value > 0x7f; value >>= 7)
        {
            bytes.Add((byte)(value | 0x80));
        }

        return [.. bytes, (byte)value];
    }

    private static void AddText(List<byte> block, string text)
    {
        Span<byte> length = stackalloc byte[HpackInteger.MaxLength];
        block.AddRange(length[..HpackInteger.Write(length, 0, 7, text.Length)]);
        block.AddRange(Encoding.ASCII.GetBytes(text));
    }
}
