using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Tests.Wire.Http2.Simulation;

/// <summary>One end of one call: what it still has to send, what it received so far, checked, and how it ended. Owned by one
/// <see cref="Endpoint"/>.</summary>
internal sealed class CallSide(WorldShape shape, int id, bool isClient)
{
    private readonly ulong _incoming = Content.Key(shape.Seed, id, !isClient);
    private readonly HeaderList _expected = new();

    public int Id => id;

    public ulong OutgoingKey { get; } = Content.Key(shape.Seed, id, isClient);

    public MessagePlan Out { get; } = MessagePlan.Of(shape, id, isClient);

    public MessagePlan In { get; } = MessagePlan.Of(shape, id, !isClient);

    /// <summary>The engine's stream; null once it was given back.</summary>
    public Http2Stream? Stream { get; set; }

    public Http2StreamEnd? Outcome { get; private set; }

    public bool InterimSent { get; set; }

    public bool HeadersSent { get; set; }

    public int Sent { get; set; }

    public bool SendEnded { get; set; }

    /// <summary>Whether data was not accepted whole, and OnWritable has not followed yet.</summary>
    public bool Blocked { get; set; }

    public bool HeadersReceived { get; private set; }

    public bool InterimReceived { get; private set; }

    public bool TrailersReceived { get; private set; }

    public int Received { get; private set; }

    public bool ReceiveEnded { get; private set; }

    public int Unconsumed { get; set; }

    /// <summary>The window this end set for this stream, if it did.</summary>
    public int? Target { get; set; }

    /// <summary>Whether a server may answer.</summary>
    public bool MayRespond => isClient || (HeadersReceived && (ReceiveEnded || Received >= Out.RespondAt));

    /// <summary>Whether it is time for the planned reset.</summary>
    public bool ShouldReset => Out.ResetAt >= 0 && Sent + Received >= Out.ResetAt;

    public void OnFields(HeaderList fields, FieldBlockKind kind, bool endStream)
    {
        Law.Holds(Outcome is null && !ReceiveEnded, $"stream {id}: fields after its end");
        var first = isClient ? FieldBlockKind.Response : FieldBlockKind.Request;
        var mayFollow = kind == FieldBlockKind.Trailers ? HeadersReceived && Received == In.Length && In.HasTrailers
            : kind == FieldBlockKind.Informational ? isClient && !HeadersReceived && !InterimReceived && In.HasInterim
            : kind == first && !HeadersReceived;
        Law.Holds(mayFollow, $"stream {id}: {kind} at a wrong place");
        CallFields.Fill(_expected, shape, id, kind);
        Law.Equal(fields.Count, _expected.Count, $"stream {id}: number of fields in {kind}", "fields");
        for (var i = 0; i < fields.Count; i++)
        {
            Law.Holds(fields.Name(i).SequenceEqual(_expected.Name(i)) && fields.Value(i).SequenceEqual(_expected.Value(i)),
                $"stream {id}: field {i} of {kind} is another");
        }

        (HeadersReceived, InterimReceived, TrailersReceived) = (
            HeadersReceived || kind == first, InterimReceived || kind == FieldBlockKind.Informational, kind == FieldBlockKind.Trailers);
        End(endStream, kind == FieldBlockKind.Trailers || (kind == first && In.EndsWithHeaders));
    }

    public void OnData(ReadOnlySpan<byte> data, bool endStream)
    {
        Law.Holds(Outcome is null && !ReceiveEnded && HeadersReceived, $"stream {id}: data at a wrong place");
        Law.Holds(Received + data.Length <= In.Length, $"stream {id}: more data than was sent");
        Law.Holds(Content.Matches(data, _incoming, Received), $"stream {id}: data at {Received} is not what was sent there");
        Received += data.Length;
        Unconsumed += data.Length;
        End(endStream, endStream && Received == In.Length && !In.HasTrailers);
    }

    public void OnClosed(Http2StreamEnd outcome)
    {
        Law.Holds(Outcome is null, $"stream {id} ends twice");
        Outcome = outcome;
        if (outcome.Kind == Http2StreamEndKind.Completed)
        {
            Law.Holds(ReceiveEnded && SendEnded, $"stream {id} completed, and one side has not ended");
            Law.Equal(Received, In.Length, $"stream {id} completed with another length", "body");
            Law.Holds(TrailersReceived == In.HasTrailers, $"stream {id} completed without its trailers");
        }
        else
        {
            Unconsumed = 0;
        }
    }

    private void End(bool ends, bool shouldEnd)
    {
        Law.Holds(ends == shouldEnd, $"stream {id}: its end is at a wrong place");
        ReceiveEnded = ends;
    }
}
