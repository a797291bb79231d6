using System.Buffers.Binary;
using System.Text;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.Tests.Wire.Http2;

/// <summary>The other side of an engine under test: sends any frames, right or wrong, and reads what comes back.</summary>
internal sealed class RawPeer
{
    private readonly HpackEncoder _encoder = new();
    private readonly HpackDecoder _decoder = new();

    private RawPeer(Http2Role role, Http2Options? options) => Engine = new Http2Connection(role, options ?? Http2Options.Default, Events);

    public Http2Connection Engine { get; }

    /// <summary>Whether this is a client, and the engine a server.</summary>
    public bool PlaysClient { get; private init; }

    public RecordedEvents Events { get; } = new();

    public long Now { get; set; } = 1000;

    /// <summary>Every frame the engine sent since the handshake.</summary>
    public List<RawFrame> Replies { get; } = [];

    /// <summary>Plays a client to a server engine.</summary>
    public static RawPeer OfServer(Http2Options? options = null, bool handshake = true)
    {
        var peer = new RawPeer(Http2Role.Server, options) { PlaysClient = true };
        peer.Engine.Start(peer.Now);
        return handshake ? peer.Bytes(ConnectionPreface.Bytes).Handshake() : peer;
    }

    /// <summary>Plays a server to a client engine.</summary>
    public static RawPeer OfClient(Http2Options? options = null, bool handshake = true)
    {
        var peer = new RawPeer(Http2Role.Client, options);
        peer.Engine.Start(peer.Now);
        peer.Engine.AdvanceOutput(ConnectionPreface.Bytes.Length);
        return handshake ? peer.Handshake() : peer;
    }

    public static byte[] UInt32(uint value)
    {
        var bytes = new byte[4];
        BinaryPrimitives.WriteUInt32BigEndian(bytes, value);
        return bytes;
    }

    public RawPeer Bytes(ReadOnlySpan<byte> bytes)
    {
        Engine.Receive(bytes, Now);
        return this;
    }

    public RawPeer Frame(Http2FrameType type, byte flags, int streamId, params byte[] payload) =>
        Frame(type, flags, streamId, payload, payload.Length);

    public RawPeer Frame(Http2FrameType type, byte flags, int streamId, byte[] payload, int length)
    {
        var bytes = new byte[FrameHeader.Size + payload.Length];
        new FrameHeader(length, type, flags, streamId).Write(bytes);
        payload.CopyTo(bytes.AsSpan(FrameHeader.Size));
        return Bytes(bytes);
    }

    public byte[] Block(params string[] fields)
    {
        _encoder.Begin();
        foreach (var field in fields)
        {
            var at = field.IndexOf('=');
            _encoder.Add(Encoding.Latin1.GetBytes(field[..at]), Encoding.Latin1.GetBytes(field[(at + 1)..]), HeaderIndexing.Index);
        }

        return _encoder.Block.ToArray();
    }

    /// <summary>Takes what the engine wants to send, adds it to <see cref="Replies"/> and returns it.</summary>
    public List<RawFrame> Read()
    {
        var frames = new List<RawFrame>();
        var bytes = new List<byte>();
        while (!Engine.Output.IsEmpty)
        {
            var front = Engine.Output.Front;
            bytes.AddRange(front.Span);
            Engine.AdvanceOutput(front.Length);
        }

        var reader = new FrameReader();
        ReadOnlySpan<byte> rest = bytes.ToArray();
        while (reader.Read(ref rest, SettingsPayload.LargestMaxFrameSize, out var header, out var payload) == FrameReadOutcome.Frame)
        {
            frames.Add(new RawFrame(header, payload.ToArray()));
        }

        rest.Length.ShouldBe(0);
        Replies.AddRange(frames);
        return frames;
    }

    /// <summary>The fields of a whole HEADERS frame of the engine; to be called for each in order.</summary>
    public string Fields(RawFrame frame)
    {
        var recorder = new Hpack.FieldRecorder();
        _decoder.Decode(frame.Payload, recorder).ShouldBe(HpackFault.None);
        return string.Join(' ', recorder.Fields.Select(field => $"{field.Name}={field.Value}"));
    }

    private RawPeer Handshake()
    {
        this.Settings().Frame(Http2FrameType.Settings, FrameFlag.Ack, 0);
        Read();
        Replies.Clear();
        return this;
    }
}
