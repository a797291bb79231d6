using System.Buffers;
using Fathom.Transport.Codecs;

namespace Fathom.Bench.Witness;

/// <summary>Requests of gzip that takes tens of milliseconds to decompress, compressed once. They fit in the first windows of a
/// host.</summary>
internal sealed class CompressedAttack
{
    private const int Bytes = 800_000;
    private const int Requests = 20;

    // Incompressible but for its few letters: slowest per byte.
    private const string Letters = "abcdefgh etaoin";

    private readonly int _port;
    private readonly byte[] _message;

    public CompressedAttack(int port)
    {
        _port = port;
        var random = new Random(1);

        // Field payload (1), and reply_size (7) 1.
        var payload = Enumerable.Range(0, Bytes).Select(_ => (byte)Letters[random.Next(Letters.Length)]);
        byte[] plain = [0x0a, 0x80, 0xea, 0x30, .. payload, 0x38, 1];
        var packed = new ArrayBufferWriter<byte>();
        CodecRegistry.Gzip.Compress(new ReadOnlySequence<byte>(plain), packed, CodecRegistry.Gzip.Levels.Fastest);
        _message = packed.WrittenSpan.ToArray();
    }

    public void Run()
    {
        using var connection = new RawHttp2(_port);
        for (var i = 0; i < Requests; i++)
        {
            connection.Request(1 + (2 * i), "Unary", _message, CodecRegistry.Gzip.Encoding);
            connection.ReadResponses(1);
        }
    }
}
