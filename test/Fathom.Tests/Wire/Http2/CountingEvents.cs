using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Tests.Wire.Http2;

/// <summary>Adds up what an engine tells, consumes data at once, and keeps next to nothing.</summary>
internal sealed class CountingEvents : SilentEvents
{
    /// <summary>The engine to give credit to, where data is to be consumed.</summary>
    public Http2Connection? Engine { get; set; }

    /// <summary>Answers each whole request with fields and a body of so many bytes; -1: not at all.</summary>
    public int Answer { get; set; } = -1;

    /// <summary>Sizes of all fields as a list counts them, in bytes.</summary>
    public long FieldBytes { get; private set; }

    public int Opened { get; private set; }

    public int ConnectionEnds { get; private set; }

    public List<Http2StreamEnd> Ends { get; } = [];

    public override void OnStreamOpened(Http2Stream stream) => Opened++;

    public override void OnHeader(Http2Stream stream, in HeaderField field) =>
        FieldBytes += field.Name.Length + field.Value.Length + DynamicTable.EntryOverhead;

    public override void OnHeadersEnd(Http2Stream stream, FieldBlockKind kind, bool endStream) => Respond(stream, endStream);

    public override void OnData(Http2Stream stream, ReadOnlySpan<byte> data, bool endStream)
    {
        Engine?.Consume(stream, data.Length);
        Respond(stream, endStream);
    }

    public override void OnStreamClosed(Http2Stream stream, Http2StreamEnd outcome) => Ends.Add(outcome);

    public override void OnConnectionEnded(Http2ConnectionEnd outcome) => ConnectionEnds++;

    private void Respond(Http2Stream stream, bool endStream)
    {
        if (endStream && Answer >= 0 && Engine is { Role: Http2Role.Server } && stream.CanSend)
        {
            Engine.WriteHeaders(stream, null, new HeaderList().Add(":status"u8, "200"u8), endStream: Answer == 0);
            if (Answer > 0)
            {
                Engine.TryWriteData(stream, new byte[Answer], endStream: true);
            }
        }
    }
}
