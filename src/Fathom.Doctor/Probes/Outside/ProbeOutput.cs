using System.Text;
using Fathom.Diagnosis.Experiments;
using Fathom.Transport.Client.Native;
using Fathom.Wire.FlowControl;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>
/// Sends the frames of one connection: within the server's windows, and with no more streams at a time than it allows, as clients do. Used
/// by the caller and by the reader thread, one at a time.
/// </summary>
internal sealed class ProbeOutput : IDisposable
{
    private const int UpdateParts = 8;

    private readonly Lock _gate = new();
    private readonly int _streamWindow;
    private readonly int _connectionWindow;
    private readonly TimeProvider _time;
    private readonly OutputBuffer _buffer = new();
    private readonly FrameWriter _frames;
    private readonly HpackEncoder _encoder = new();
    private readonly Queue<ProbeCall> _waiting = [];
    private readonly Dictionary<int, ProbeCall> _open = [];
    private readonly Stream _stream;
    private readonly HeaderTemplate _call;
    private readonly HeaderTemplate _noOp;
    private Http2Settings _server = new();
    private long _credit = FlowWindow.DefaultSize;
    private long _sent;
    private int _nextStream = 1;
    private int _taken;
    private bool _isClosed;

    public ProbeOutput(Stream stream, ProbeTarget target, ProbeConnectionOptions options, TimeProvider time)
    {
        (_stream, _time, _frames) = (stream, time, new FrameWriter(_buffer));
        _streamWindow = options.StreamWindow ?? target.StreamWindow;
        _connectionWindow = options.ConnectionWindow ?? target.ConnectionWindow;
        _call = FieldsOf(target, options, target.Path);
        _noOp = FieldsOf(target, options, target.NoOpPath);
    }

    /// <summary>The connection's window for sending, bytes.</summary>
    public long Credit
    {
        get
        {
            lock (_gate)
            {
                return _credit;
            }
        }
    }

    /// <summary>Bytes of requests that went out so far.</summary>
    public long Sent
    {
        get
        {
            lock (_gate)
            {
                return _sent;
            }
        }
    }

    /// <summary>Calls that wait for a stream, or are in progress.</summary>
    public IReadOnlyList<ProbeCall> Calls
    {
        get
        {
            lock (_gate)
            {
                return [.. _open.Values, .. _waiting];
            }
        }
    }

    /// <summary>The connection preface, SETTINGS and the window of the connection (RFC 9113 section 3.4).</summary>
    public void Start() => Send(() =>
    {
        var preface = ConnectionPreface.Bytes;
        preface.CopyTo(_buffer.Append(preface.Length));
        _frames.Settings([(Http2SettingId.EnablePush, 0), (Http2SettingId.InitialWindowSize, (uint)_streamWindow)]);
        if (_connectionWindow > FlowWindow.DefaultSize)
        {
            _frames.WindowUpdate(0, _connectionWindow - FlowWindow.DefaultSize);
        }
    });

    /// <summary>Starts a call, or keeps it until a stream is free.</summary>
    /// <returns>False where the connection is closed.</returns>
    public bool Start(ProbeCall call)
    {
        lock (_gate)
        {
            if (_isClosed)
            {
                return false;
            }

            _waiting.Enqueue(call);
            OpenWaiting();
            Flush();
            return true;
        }
    }

    /// <summary>The call of a stream; null for a stream that ended.</summary>
    public ProbeCall? Find(int streamId)
    {
        lock (_gate)
        {
            return _open.GetValueOrDefault(streamId);
        }
    }

    /// <summary>Bytes came, of whichever call.</summary>
    public void OnArrival(long at, int bytes)
    {
        lock (_gate)
        {
            foreach (var call in _open.Values)
            {
                call.OnArrival(at, bytes);
            }
        }
    }

    /// <summary>A stream ended: the next call can start.</summary>
    public void End(int streamId, bool reset) => Send(() =>
    {
        if (_open.Remove(streamId) && reset)
        {
            _frames.RstStream(streamId, Http2ErrorCode.Cancel);
        }

        OpenWaiting();
    });

    /// <summary>Gives up a call that goes on, or that waits.</summary>
    public void Cancel(ProbeCall call) => End(call.StreamId, reset: true);

    /// <summary>The server's settings changed.</summary>
    public Http2Fault OnSettings(ReadOnlySpan<byte> payload)
    {
        lock (_gate)
        {
            var before = _server.InitialWindowSize;
            var fault = SettingsPayload.Apply(payload, fromServer: true, ref _server);
            _encoder.SetPeerMaxTableSize(_server.HeaderTableSize);
            foreach (var call in _open.Values)
            {
                call.Credit += _server.InitialWindowSize - before;
            }

            _frames.SettingsAck();
            OpenWaiting();
            SendRest();
            Flush();
            return fault;
        }
    }

    /// <summary>The server has room for more.</summary>
    public void OnWindowUpdate(int streamId, int increment) => Send(() =>
    {
        if (streamId == 0)
        {
            _credit += increment;
        }
        else if (_open.TryGetValue(streamId, out var call))
        {
            call.Credit += increment;
        }

        SendRest();
    });

    /// <summary>Gives back the room that frames of a reply took, an eighth of the window at a time, as SocketsHttpHandler does. A
    /// WINDOW_UPDATE for each frame would acknowledge it as well, and hide that the server waits for acknowledgements.</summary>
    public void GiveBack(ProbeCall? call, int bytes) => Send(() =>
    {
        _taken += bytes;
        if (_taken >= _connectionWindow / UpdateParts)
        {
            _frames.WindowUpdate(0, _taken);
            _taken = 0;
        }

        if (call is not null && (call.Taken += bytes) >= _streamWindow / UpdateParts && _open.ContainsKey(call.StreamId))
        {
            _frames.WindowUpdate(call.StreamId, call.Taken);
            call.Taken = 0;
        }
    });

    /// <summary>PING, or the answer to one.</summary>
    public void Ping(ulong opaque, bool ack) => Send(() => _frames.Ping(opaque, ack));

    /// <summary>Says goodbye and sends nothing any more.</summary>
    public void Close()
    {
        Send(() => _frames.GoAway(0, Http2ErrorCode.NoError, []));
        lock (_gate)
        {
            _isClosed = true;
        }
    }

    public void Dispose()
    {
        lock (_gate)
        {
            _isClosed = true;
            _buffer.Dispose();
        }
    }

    private static HeaderTemplate FieldsOf(ProbeTarget target, ProbeConnectionOptions options, string path)
    {
        var fields = RequestHeaders.Common(target.Server, path)
            .Add("grpc-accept-encoding"u8, Encoding.ASCII.GetBytes(options.AcceptedEncodings));
        if (target.Server.Compression.Codec is { } codec)
        {
            fields.Add("grpc-encoding"u8, Encoding.ASCII.GetBytes(codec.Encoding));
        }

        foreach (var entry in options.IsBare ? [] : target.Metadata)
        {
            // With every call in full, as SocketsHttpHandler sends them.
            fields.Add(Encoding.ASCII.GetBytes(entry.Key), Encoding.ASCII.GetBytes(entry.WireValue.Trim(' ')),
                entry.Key == "authorization" ? HeaderIndexing.NeverIndex : HeaderIndexing.NoIndex);
        }

        return new HeaderTemplate(fields);
    }

    private void Send(Action write)
    {
        lock (_gate)
        {
            if (!_isClosed)
            {
                write();
                Flush();
            }
        }
    }

    private void OpenWaiting()
    {
        while (_open.Count < _server.MaxConcurrentStreams && _waiting.TryDequeue(out var call))
        {
            (call.StreamId, call.Credit) = (_nextStream, _server.InitialWindowSize);
            _nextStream += 2;
            _open.Add(call.StreamId, call);
            _encoder.Begin();
            _encoder.Add(call.IsNoOp ? _noOp : _call);
            call.HeaderBytes = _encoder.Block.Length;
            _frames.Headers(call.StreamId, _encoder.Block, endStream: call.Rest.IsEmpty, _server.MaxFrameSize);
            _encoder.Release();
            SendRest(call);
        }
    }

    private void SendRest()
    {
        foreach (var call in _open.Values)
        {
            SendRest(call);
        }
    }

    private void SendRest(ProbeCall call)
    {
        while (!call.Rest.IsEmpty && Math.Min(_credit, call.Credit) is > 0 and var room)
        {
            var part = call.Rest[..(int)Math.Min(call.Rest.Length, Math.Min(room, _server.MaxFrameSize))];
            call.Rest = call.Rest[part.Length..];
            call.Credit -= part.Length;
            _credit -= part.Length;
            _sent += part.Length;
            call.Sending.OnSent(_time.GetTimestamp(), part.Length, call.Rest.IsEmpty);
            _frames.Data(call.StreamId, part.Span, endStream: call.Rest.IsEmpty);
        }

        if (!call.Rest.IsEmpty)
        {
            call.Sending.OnNoCredit(_time.GetTimestamp());
        }
    }

    private void Flush()
    {
        try
        {
            while (!_buffer.IsEmpty)
            {
                var front = _buffer.Front;
                _stream.Write(front.Span);
                _buffer.Advance(front.Length);
            }
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            // The reader says why the connection ended.
            _isClosed = true;
        }
    }
}
