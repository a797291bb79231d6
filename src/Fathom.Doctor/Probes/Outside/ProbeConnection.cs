using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Net.Sockets;
using Fathom.Diagnosis.Experiments;
using Fathom.Transport.Client;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>
/// One HTTP/2 connection of a probe, which sees every frame with the time at which it came. Owns its socket and a thread that reads it, so
/// that no other work of this process delays a timestamp.
/// </summary>
internal sealed class ProbeConnection : IProbeFrames, IDisposable
{
    private static readonly TimeSpan ForSettings = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan ForPing = TimeSpan.FromSeconds(20);

    // Grpc.Core closes a connection at its fifth PING without a call between them: calls that wait together share one.
    private static readonly TimeSpan BetweenLooks = TimeSpan.FromSeconds(15);

    private readonly Socket _socket;
    private readonly Stream _stream;
    private readonly ProbeConnectionOptions _options;
    private readonly TimeProvider _time;
    private readonly bool _isWeb;
    private readonly ProbeOutput _output;
    private readonly ProbeInput _input;
    private readonly TaskCompletionSource _settings = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ConcurrentDictionary<ulong, TaskCompletionSource<long>> _pings = [];
    private readonly Lock _lookGate = new();
    private Task<(long Sent, long Acknowledged)?>? _look;
    private long _lookedAt;
    private ulong _lastPing;
    private long _now;
    private volatile string? _ended;
    private long _endedAt;

    private ProbeConnection(
        ProbeTarget target, Socket socket, Stream stream, ProbeConnectionOptions options, TimeProvider time)
    {
        (_socket, _stream, _options, _time) = (socket, stream, options, time);
        _isWeb = target.Server.Protocol != WireProtocol.Grpc;
        (_output, _input) = (new ProbeOutput(stream, target, options, time), new ProbeInput(this));
        Since = time.GetTimestamp();
    }

    /// <summary>What the server said first.</summary>
    public Fingerprint Fingerprint { get; } = new();

    /// <summary>How long each step of the connection took.</summary>
    public ConnectPhases Phases { get; private set; } = new(0, 0, null, 0);

    /// <summary>Why the connection ended; null while it can be used.</summary>
    public string? Ended
    {
        get => _ended;
        private set => (_endedAt, _ended) = (_time.GetTimestamp(), value);
    }

    /// <summary>Timestamp of its end; 0 while it can be used.</summary>
    public long EndedAt => Volatile.Read(ref _endedAt);

    /// <summary>Timestamp at which it was opened.</summary>
    public long Since { get; }

    /// <summary>Whether the server retired it, and takes calls on others.</summary>
    public bool IsRetired { get; private set; }

    /// <summary>Whether calls are under way on it.</summary>
    public bool HasCalls => _output.Calls.Count > 0;

    /// <summary>The smallest round trip of TCP so far, ms; null where the kernel does not say it.</summary>
    public double? RoundTripMilliseconds => TcpFacts.RoundTripMilliseconds(_socket);

    /// <summary>What requests may still send before the server gives more room to the connection, bytes.</summary>
    public long Credit => _output.Credit;

    /// <summary>Packets with data that came, and those of them that came out of order; null where the kernel does not say it.</summary>
    public (uint All, uint OutOfOrder)? PacketsIn => TcpFacts.PacketsIn(_socket);

    /// <summary>For how long the receiver's TCP window held back what was to be sent, ms; null where the kernel does not say it.</summary>
    public double? HeldByReceiverMilliseconds => TcpFacts.HeldByReceiverMilliseconds(_socket);

    /// <summary>Connects, and waits for the server's SETTINGS.</summary>
    /// <exception cref="ProbeException">The server cannot be reached, or does not speak HTTP/2.</exception>
    public static async Task<ProbeConnection> OpenAsync(
        ProbeTarget target, ProbeConnectionOptions options, TimeProvider time, CancellationToken cancellation)
    {
        var (socket, stream, phases) = await new ProbeConnector(target, options, time).OpenAsync(cancellation);
        var patience = target.Server.ConnectTimeout < ForSettings ? target.Server.ConnectTimeout : ForSettings;
        var connection = new ProbeConnection(target, socket, stream, options, time);
        try
        {
            var began = time.GetTimestamp();
            connection._output.Start();
            new Thread(connection.Read) { IsBackground = true, Name = "probe" }.Start();
            await connection._settings.Task.WaitAsync(patience, time, cancellation);
            connection.Phases = phases with { Settings = time.GetElapsedTime(began).TotalMilliseconds };
            return connection._ended is { } reason
                ? throw new ProbeException($"does not speak HTTP/2: {reason}", isUnreached: true) : connection;
        }
        catch (Exception e)
        {
            connection.Dispose();
            throw e is TimeoutException ? new SlowConnectionException(patience, e) : e;
        }
    }

    /// <summary>The time to connect TCP once more, which the server's kernel alone answers, ms; null where that fails.</summary>
    public async Task<double?> ConnectAgainAsync(CancellationToken cancellation)
    {
        try
        {
            var server = _socket.RemoteEndPoint!;
            using var socket = new Socket(server.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
            var began = _time.GetTimestamp();
            await socket.ConnectAsync(server, cancellation);
            return _time.GetElapsedTime(began).TotalMilliseconds;
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            return null;
        }
    }

    /// <summary>Starts a call. It ends with the connection at the latest.</summary>
    public ProbeCall Start(bool isNoOp, ReadOnlyMemory<byte> body)
    {
        var call = new ProbeCall(isNoOp, body, _time.GetTimestamp(), _isWeb);
        if (!_output.Start(call))
        {
            call.OnLost(_time.GetTimestamp(), $"the connection ended: {_ended ?? "it is closed"}");
        }

        return call;
    }

    /// <summary>Resets a call that did not end.</summary>
    public void Cancel(ProbeCall call) => _output.Cancel(call);

    /// <summary>PING to its acknowledgement.</summary>
    /// <returns>Timestamps of both; null where the connection ended before, or the server does not answer.</returns>
    public async Task<(long Sent, long Acknowledged)?> PingAsync(CancellationToken cancellation)
    {
        var answer = new TaskCompletionSource<long>(TaskCreationOptions.RunContinuationsAsynchronously);
        var number = Interlocked.Increment(ref _lastPing);
        _pings[number] = answer;
        if (_ended is not null)
        {
            return null;
        }

        var sent = _time.GetTimestamp();
        _output.Ping(number, ack: false);
        try
        {
            var acknowledged = await answer.Task.WaitAsync(ForPing, _time, cancellation);
            return acknowledged == 0 ? null : (sent, acknowledged);
        }
        catch (TimeoutException)
        {
            return null;
        }
    }

    /// <summary>PING to its acknowledgement, shared by all who look within 15 s.</summary>
    public Task<(long Sent, long Acknowledged)?> LookAsync()
    {
        lock (_lookGate)
        {
            if (_look is null || _time.GetElapsedTime(_lookedAt) > BetweenLooks)
            {
                (_lookedAt, _look) = (_time.GetTimestamp(), PingAsync(CancellationToken.None));
            }

            return _look;
        }
    }

    /// <inheritdoc/>
    public void OnFrame(in FrameHeader header, ReadOnlySpan<byte> payload)
    {
        switch (header.Type)
        {
            case Http2FrameType.Settings when !header.Has(FrameFlag.Ack):
                OnSettings(payload);
                break;
            case Http2FrameType.Ping when payload.Length == sizeof(ulong):
                OnPing(header, BinaryPrimitives.ReadUInt64BigEndian(payload));
                break;
            case Http2FrameType.WindowUpdate when payload.Length == sizeof(uint):
                OnWindowUpdate(header.StreamId, (int)(BinaryPrimitives.ReadUInt32BigEndian(payload) & int.MaxValue));
                break;
            case Http2FrameType.Data:
                OnData(header, payload);
                break;
            case Http2FrameType.RstStream when payload.Length == sizeof(uint):
                var call = _output.Find(header.StreamId);
                _output.End(header.StreamId, reset: false);
                call?.OnReset(_now, BinaryPrimitives.ReadUInt32BigEndian(payload));
                break;
            case Http2FrameType.GoAway when payload.Length >= 8:
                var code = (Http2ErrorCode)BinaryPrimitives.ReadUInt32BigEndian(payload[4..]);
                IsRetired |= _ended is null && code == Http2ErrorCode.NoError;
                Ended ??= ConnectionAdvice.AfterGoAway($"the server closed it with GOAWAY ({code})", code);
                break;
            default:
                break;
        }
    }

    /// <inheritdoc/>
    public ProbeFields OnFields(int streamId) => _output.Find(streamId)?.Fields ?? new ProbeFields();

    /// <inheritdoc/>
    public void OnFieldsEnd(int streamId, bool endStream)
    {
        if (_output.Find(streamId) is { } call)
        {
            call.OnFields();
            Fingerprint.Read(call.Fields, call.IsNoOp);
            EndIf(endStream, call);
        }
    }

    /// <summary>Closes the connection; the reader ends with its socket.</summary>
    public void Dispose()
    {
        Ended ??= "the probe closed it";
        _output.Close();
        _socket.Dispose();
    }

    private void OnSettings(ReadOnlySpan<byte> payload)
    {
        if (!_settings.Task.IsCompleted)
        {
            Fingerprint.Read(payload);
        }

        if (_output.OnSettings(payload) is { IsNone: false } fault)
        {
            Ended ??= fault.Reason;
        }

        _settings.TrySetResult();
    }

    private void OnPing(in FrameHeader header, ulong opaque)
    {
        if (!header.Has(FrameFlag.Ack))
        {
            _output.Ping(opaque, ack: true);
        }
        else if (_pings.TryRemove(opaque, out var answer))
        {
            answer.TrySetResult(_now);
        }
    }

    private void OnWindowUpdate(int streamId, int increment)
    {
        // Of credit that comes back there is no more than went out. Over a path the first increment may come after the first request.
        if (streamId == 0 && increment > _output.Sent && Fingerprint.ConnectionIncrement == 0)
        {
            Fingerprint.ConnectionIncrement = increment;
        }

        _output.OnWindowUpdate(streamId, increment);
    }

    private void OnData(in FrameHeader header, ReadOnlySpan<byte> payload)
    {
        var call = _output.Find(header.StreamId);
        call?.OnData(_now, payload);
        if (header.Length > 0)
        {
            _output.GiveBack(call, header.Length);
        }

        if (call is not null)
        {
            EndIf(header.Has(FrameFlag.EndStream), call);
        }
    }

    // A server may answer before it has read the request; the rest of it is then not wanted.
    private void EndIf(bool endStream, ProbeCall call)
    {
        if (endStream)
        {
            _output.End(call.StreamId, reset: !call.Rest.IsEmpty);
            call.OnEnd(_now);
        }
    }

    private void Read()
    {
        var buffer = new byte[64 * 1024];
        try
        {
            while (_stream.Read(buffer) is > 0 and var count)
            {
                _now = _time.GetTimestamp();
                if (_options.QuickAck)
                {
                    TcpFacts.AcknowledgeAtOnce(_socket);
                }

                _output.OnArrival(_now, count);
                if (_input.Take(buffer.AsSpan(0, count)) is { } violation)
                {
                    Ended ??= violation;
                    break;
                }
            }

            Ended ??= "the server closed it";
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException or SocketException)
        {
            Ended ??= e.Message;
        }

        OnClosed();
    }

    private void OnClosed()
    {
        _output.Close();
        _settings.TrySetResult();
        foreach (var call in _output.Calls)
        {
            call.OnLost(_time.GetTimestamp(), $"the connection ended: {_ended}");
        }

        foreach (var (_, answer) in _pings)
        {
            answer.TrySetResult(0);
        }

        _stream.Dispose();
        _socket.Dispose();
        _input.Dispose();
        _output.Dispose();
    }
}
