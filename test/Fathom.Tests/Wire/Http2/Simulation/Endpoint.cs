using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.Tests.Wire.Http2.Simulation;

/// <summary>
/// One end of a simulated connection: an engine and the transport above it, which does one of the possible things at a time, on any of its
/// streams. Checks what it is told. Owned by one <see cref="World"/>.
/// </summary>
internal sealed class Endpoint : IHttp2Events
{
    private readonly WorldShape _shape;
    private readonly Random _random;
    private readonly CallSender _sender;
    private readonly Dictionary<int, CallSide> _calls = [];
    private readonly HeaderList _incoming = new();
    private readonly List<ArraySegment<byte>> _segments = [];
    private long _sent;

    public Endpoint(WorldShape shape, Http2Role role, Random random, Tally tally)
    {
        (_shape, _random, Tally) = (shape, random, tally);
        IsClient = role == Http2Role.Client;
        Written = new FrameMeter(IsClient ? ConnectionPreface.Bytes.Length : 0);
        Read = new FrameMeter(IsClient ? 0 : ConnectionPreface.Bytes.Length);
        Engine = new Http2Connection(role, IsClient ? shape.Client : shape.Server, this);
        _sender = new CallSender(shape, Engine, random, tally);
        CallsLeft = IsClient ? shape.Calls : 0;
        ConnectionTarget = (IsClient ? shape.Client : shape.Server).ConnectionWindow;
    }

    public bool IsClient { get; }

    public Http2Connection Engine { get; }

    public Tally Tally { get; }

    public AnnouncedWindows Windows { get; } = new();

    /// <summary>What the engine wrote, sent or not.</summary>
    public FrameMeter Written { get; }

    /// <summary>What the engine received.</summary>
    public FrameMeter Read { get; }

    public IReadOnlyCollection<CallSide> All => _calls.Values;

    /// <summary>Calls that are open, or hold data not consumed.</summary>
    public List<CallSide> Active { get; } = [];

    public int CallsLeft { get; private set; }

    public HashSet<ulong> Pings { get; } = [];

    public bool SawGoAway { get; private set; }

    public Http2ConnectionEnd? End { get; private set; }

    /// <summary>Whether this end was told to end at once, so that an end is no surprise.</summary>
    public bool WasAborted { get; set; }

    /// <summary>Bytes received on all streams and not consumed.</summary>
    public int Unconsumed
    {
        get
        {
            var sum = 0;
            foreach (var call in Active)
            {
                sum += call.Unconsumed;
            }

            return sum;
        }
    }

    public bool CanEverOpen => IsClient && CallsLeft > 0 && !SawGoAway && !Engine.IsEnded && !ShutdownBegun;

    public bool ShutdownBegun { get; set; }

    /// <summary>The window this end aims at for the connection.</summary>
    public int ConnectionTarget { get; set; }

    public CallSide? Find(int streamId) => _calls.GetValueOrDefault(streamId);

    /// <summary>Does one thing on a random stream; false where that stream has nothing to do.</summary>
    public bool Act()
    {
        if (CanEverOpen && _random.Next(3) == 0 && Engine.CanOpenStream)
        {
            Open();
            return true;
        }

        if (Active.Count == 0)
        {
            return false;
        }

        var call = Active[_random.Next(Active.Count)];
        return _random.Next(2) == 0 ? Send(call) || Consume(call) : Consume(call) || Send(call);
    }

    /// <summary>So many bytes of the output were sent.</summary>
    public void Advance(int count)
    {
        _sent += count;
        Engine.AdvanceOutput(count);
    }

    /// <summary>Reads what the engine wrote since the last time; false where that is nothing.</summary>
    public bool Measure()
    {
        var known = Written.Total - _sent;
        if (known == Engine.Output.Length)
        {
            return false;
        }

        _segments.Clear();
        Engine.Output.CopySegmentsTo(_segments);
        foreach (var segment in _segments)
        {
            var skipped = (int)Math.Min(known, segment.Count);
            known -= skipped;
            Written.Take(segment.AsSpan(skipped));
        }

        return true;
    }

    public void Reset(CallSide call)
    {
        if (call.Outcome is null)
        {
            Http2ErrorCode[] codes = [Http2ErrorCode.Cancel, Http2ErrorCode.NoError, Http2ErrorCode.InternalError];
            Engine.Reset(call.Stream!, codes[_random.Next(codes.Length)]);
            Law.Holds(call.Outcome is not null, $"stream {call.Id} was reset and is not closed");
        }
    }

    public override string ToString() => IsClient ? "client" : "server";

    void IHttp2Events.OnStreamOpened(Http2Stream stream)
    {
        Law.Holds(!IsClient && !_calls.ContainsKey(stream.Id), $"stream {stream.Id} is opened twice, or at a client");
        Add(new CallSide(_shape, stream.Id, false) { Stream = stream });
        stream.Tag = _calls[stream.Id];
    }

    void IHttp2Events.OnHeader(Http2Stream stream, in HeaderField field)
    {
        _incoming.Add(field.Name, field.Value);
        if (IsEager(50))
        {
            ResetSometimes(Of(stream));
        }
    }

    void IHttp2Events.OnHeadersEnd(Http2Stream stream, FieldBlockKind kind, bool endStream)
    {
        var call = Of(stream);
        call.OnFields(_incoming, kind, endStream);
        _incoming.Clear();
        if (kind is FieldBlockKind.Trailers or FieldBlockKind.Informational)
        {
            Tally.Count(kind == FieldBlockKind.Trailers ? Happening.TrailersReceived : Happening.InterimReceived);
        }

        React(call, stream, endStream);
    }

    void IHttp2Events.OnData(Http2Stream stream, ReadOnlySpan<byte> data, bool endStream)
    {
        var call = Of(stream);
        call.OnData(data, endStream);
        if (IsEager())
        {
            Consume(call);
        }

        React(call, stream, endStream);
    }

    void IHttp2Events.OnWritable(Http2Stream stream)
    {
        var call = Of(stream);
        Law.Holds(call.Blocked, $"stream {call.Id} may write again and was never stopped");
        call.Blocked = false;
        if (IsEager())
        {
            Send(call);
        }
    }

    void IHttp2Events.OnStreamClosed(Http2Stream stream, Http2StreamEnd outcome)
    {
        var call = Of(stream);
        _incoming.Clear();
        Law.Holds(outcome.Kind != Http2StreamEndKind.PeerViolation, $"{this}: a violation on stream {call.Id}: {outcome.Code}");
        call.OnClosed(outcome);
        if (call.Unconsumed == 0 || _random.Next(4) == 0)
        {
            Retire(call);
        }

        // The stream just given back may be used again before the engine is done with it.
        if (CanEverOpen && Engine.CanOpenStream && IsEager())
        {
            Open();
        }
    }

    void IHttp2Events.OnPeerSettings(in Http2Settings settings)
    {
    }

    void IHttp2Events.OnPingAck(ulong opaque) => Law.Holds(Pings.Remove(opaque), $"{this}: a PING answered that was not sent");

    void IHttp2Events.OnGoAway(int lastStreamId, Http2ErrorCode code, ReadOnlySpan<byte> debug) => SawGoAway = true;

    void IHttp2Events.OnConnectionEnded(Http2ConnectionEnd outcome)
    {
        Law.Holds(End is null, $"{this}: the connection ends twice");
        Law.Holds(WasAborted, $"{this}: the engine ended the connection: {outcome.Code} {outcome.Reason}");
        End = outcome;
    }

    private CallSide Of(Http2Stream stream)
    {
        var call = (CallSide)stream.Tag!;
        Law.Holds(call.Id == stream.Id && ReferenceEquals(call.Stream, stream) && call.Outcome is null,
            $"{this}: an event of stream {stream.Id}, which is over");
        return call;
    }

    private void Open()
    {
        var call = new CallSide(_shape, 1 + 2 * _calls.Count, true);
        Law.Holds(_sender.TryOpen(call), "a stream could be opened and was not");
        Law.Equal(call.Stream!.Id, call.Id, "the stream's identifier", this);
        CallsLeft--;
        Add(call);
    }

    private void Add(CallSide call)
    {
        _calls.Add(call.Id, call);
        Active.Add(call);
    }

    private bool Send(CallSide call)
    {
        if (call.Outcome is null && call.ShouldReset)
        {
            Reset(call);
            return true;
        }

        return _sender.Step(call);
    }

    private bool Consume(CallSide call)
    {
        if (call.Unconsumed == 0)
        {
            return false;
        }

        var bytes = _random.Next(2) == 0 ? call.Unconsumed : _random.Next(1, call.Unconsumed + 1);
        call.Unconsumed -= bytes;
        Engine.Consume(call.Stream!, bytes);
        if (call.Outcome is not null && call.Unconsumed == 0)
        {
            Retire(call);
        }

        return true;
    }

    // Gives the stream back, or leaves it; what it still holds goes back with it.
    private void Retire(CallSide call)
    {
        var stream = call.Stream!;
        if (call.Unconsumed > 0 || _random.Next(2) == 0)
        {
            (call.Stream, call.Unconsumed) = (null, 0);
            Engine.Recycle(stream);
            Tally.Count(Happening.Recycled);
        }

        Active.Remove(call);
    }

    private void React(CallSide call, Http2Stream stream, bool endStream)
    {
        if (IsEager() && call.Outcome is null)
        {
            Send(call);
        }

        if (IsEager(20))
        {
            ResetSometimes(call);
        }

        // A reset just as the call would have completed: the engine has the event still to come back from.
        if (endStream && _shape.ResetsPerMille > 0 && IsEager(4))
        {
            Reset(call);
        }

        if (endStream && stream.Id > call.Id)
        {
            Tally.Count(Happening.ReusedDuringItsLastEvent);
        }
    }

    private void ResetSometimes(CallSide call)
    {
        if (_random.Next(1000) < _shape.ResetsPerMille)
        {
            Reset(call);
        }
    }

    private bool IsEager(int outOf = 1) => _random.Next(1000 * outOf) < _shape.EagerPerMille;
}
