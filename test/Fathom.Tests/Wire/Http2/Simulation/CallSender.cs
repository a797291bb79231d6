using System.Buffers;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Tests.Wire.Http2.Simulation;

/// <summary>Sends the next piece of a call: fields, some data, trailers. Owned by one <see cref="Endpoint"/>.</summary>
internal sealed class CallSender(WorldShape shape, Http2Connection engine, Random random, Tally tally)
{
    private readonly HeaderList _fields = new();
    private byte[] _buffer = new byte[1024];

    /// <summary>Opens the call of <paramref name="side"/>, whose identifier is known before.</summary>
    public bool TryOpen(CallSide side)
    {
        CallFields.Fill(_fields, shape, side.Id, FieldBlockKind.Request);
        (side.HeadersSent, side.SendEnded) = (true, side.Out.EndsWithHeaders);
        side.Stream = engine.TryOpenStream(null, _fields, side.Out.EndsWithHeaders, side);
        return side.Stream is not null;
    }

    /// <summary>Sends one piece; false where there is none to send now.</summary>
    public bool Step(CallSide side)
    {
        if (side.Outcome is not null || side.SendEnded || side.Blocked || !side.MayRespond)
        {
            return false;
        }

        if (side.Out.HasInterim && !side.InterimSent && !side.HeadersSent)
        {
            side.InterimSent = true;
            engine.WriteInformational(side.Stream!, null, CallFields.Fill(_fields, shape, side.Id, FieldBlockKind.Informational));
        }
        else if (!side.HeadersSent)
        {
            (side.HeadersSent, side.SendEnded) = (true, side.Out.EndsWithHeaders);
            engine.WriteHeaders(side.Stream!, null, CallFields.Fill(_fields, shape, side.Id, FieldBlockKind.Response), side.SendEnded);
        }
        else if (side.Sent < side.Out.Length)
        {
            SendData(side);
        }
        else
        {
            side.SendEnded = true;
            End(side);
        }

        return true;
    }

    private void End(CallSide side)
    {
        if (side.Out.HasTrailers)
        {
            engine.WriteHeaders(side.Stream!, null, CallFields.Fill(_fields, shape, side.Id, FieldBlockKind.Trailers), true);
        }
        else
        {
            Law.Equal(engine.TryWriteData(side.Stream!, default(ReadOnlySpan<byte>), true), 0, "the empty end of a stream", side.Id);
        }
    }

    private void SendData(CallSide side)
    {
        var left = side.Out.Length - side.Sent;
        var length = random.Next(3) == 0 ? left : random.Next(1, left + 1);
        if (_buffer.Length < length)
        {
            _buffer = new byte[length];
        }

        var data = _buffer.AsSpan(0, length);
        Content.Fill(data, side.OutgoingKey, side.Sent);
        var ends = length == left && !side.Out.HasTrailers && random.Next(2) == 0;
        var before = (Stream: side.Stream!.SendWindowAvailable, Connection: engine.SendWindowAvailable);
        side.SendEnded = ends && WillAcceptAll(side, length);
        var accepted = random.Next(2) == 0
            ? engine.TryWriteData(side.Stream, data, ends)
            : engine.TryWriteData(side.Stream, InPieces(length), ends);
        Law.Holds(accepted <= Math.Max(0, Math.Min(before.Stream, before.Connection)), $"stream {side.Id} sent more than a window allows");
        side.Sent += accepted;
        side.SendEnded = ends && accepted == length;
        side.Blocked = accepted < length && side.Outcome is null;
        if (accepted < length)
        {
            tally.Count(before.Stream <= accepted ? Happening.StreamWindowExhausted
                : before.Connection <= accepted ? Happening.ConnectionWindowExhausted
                : engine.IsOutputBacklogged ? Happening.OutputFull : Happening.FairShare);
        }
    }

    // The event of completion comes during the call, before its result is known.
    private bool WillAcceptAll(CallSide side, int length) =>
        side.Stream!.SendWindowAvailable >= length && engine.SendWindowAvailable >= length;

    private ReadOnlySequence<byte> InPieces(int length)
    {
        var cut = random.Next(length + 1);
        var first = new Piece(_buffer.AsMemory(0, cut), null);
        var second = new Piece(_buffer.AsMemory(cut, length - cut), first);
        return new ReadOnlySequence<byte>(first, 0, second, length - cut);
    }

    private sealed class Piece : ReadOnlySequenceSegment<byte>
    {
        public Piece(ReadOnlyMemory<byte> memory, Piece? before)
        {
            Memory = memory;
            if (before is not null)
            {
                before.Next = this;
                RunningIndex = before.RunningIndex + before.Memory.Length;
            }
        }
    }
}
