using Fathom.Wire.Hpack;
using Fathom.Wire.Http1;

namespace Fathom.Fuzz.Targets;

/// <summary>Responses of one HTTP/1.1 connection, each to a request of its own, and its end. The first byte is how many bytes come at a
/// time: one by one, or in such pieces, they are the same responses with the same fault.</summary>
internal static class Http1Target
{
    public static void Parse(ReadOnlySpan<byte> bytes)
    {
        var input = new FuzzInput(bytes);
        var size = Math.Max(2, (int)input.Byte());
        var (pieces, single) = (new Responses(), new Responses());
        pieces.Read(input.Rest, size);
        single.Read(input.Rest, 1);
        FuzzTarget.Require(pieces.Fault == single.Fault, $"'{pieces.Fault}' in pieces, '{single.Fault}' byte by byte");
        FuzzTarget.Require(pieces.Said.SequenceEqual(single.Said), "what is said depends on where the pieces end");
    }

    private sealed class Responses : IHttp1Events
    {
        private readonly Http1ResponseReader _reader;

        public Responses()
        {
            _reader = new Http1ResponseReader(this);
            _reader.Expect();
        }

        public List<byte> Said { get; } = [];

        public string? Fault => _reader.Fault;

        public void Read(ReadOnlySpan<byte> bytes, int size)
        {
            for (; bytes.Length > 0; bytes = bytes[Math.Min(size, bytes.Length)..])
            {
                _reader.Read(bytes[..Math.Min(size, bytes.Length)]);
            }

            _reader.EndInput();
        }

        public void OnHead(HeaderList fields)
        {
            for (var i = 0; i < fields.Count; i++)
            {
                Said.AddRange(fields.Name(i));
                Said.Add((byte)':');
                Said.AddRange(fields.Value(i));
                Said.Add((byte)'\n');
            }
        }

        public void OnBody(ReadOnlySpan<byte> data) => Said.AddRange(data);

        public void OnEnd(bool keepsConnection)
        {
            Said.Add(keepsConnection ? (byte)'+' : (byte)'-');
            if (keepsConnection)
            {
                _reader.Expect();
            }
        }
    }
}
