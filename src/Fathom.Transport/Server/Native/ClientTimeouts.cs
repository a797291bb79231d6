using System.Net.Sockets;
using Fathom.Transport.Compression;
using Fathom.Transport.Connections.Loops;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Server.Native;

/// <summary>
/// Ends a connection whose client takes too long: for its SETTINGS and the acknowledgement of the host's, for a frame, for a request, for
/// reading a response, or without any call. One timer for all, which is set for the next moment at which one of them could be due. Owned
/// by its connection; used inside the strand.
/// </summary>
internal sealed class ClientTimeouts : IDisposable
{
    private const long RateInterval = 1000;

    // How long a client may take to answer the PING of a graceful shutdown.
    private const long ShutdownInterval = 5000;

    private readonly ServerConnection _connection;
    private readonly Socket _socket;
    private readonly NativeHostOptions _options;
    private readonly LoopTimer _timer;
    private readonly RequestRates _requests;
    private readonly DataRateGuard _responseRate;
    private readonly List<NativeExchange> _sending = new(0);
    private readonly long _openedAt;
    private long _dueAt = long.MaxValue;
    private long _idleSince;
    private long? _shutDownAt;
    private bool _settingsReceived;
    private bool _isOutputWaiting;
    private bool _checksRates;

    public ClientTimeouts(ServerConnection connection, Socket socket, NativeHostOptions options)
    {
        (_connection, _socket, _options, _openedAt) = (connection, socket, options, connection.Loop.Now);
        (_requests, _responseRate) = (new(options.MinRequestBodyDataRate), new(options.MinResponseDataRate));
        _timer = new LoopTimer(connection.Loop, static state => ((ServerConnection)state!).OnTimer(), connection);
        Schedule(_openedAt + Milliseconds(options.HandshakeTimeout));
    }

    private long Now => _connection.Loop.Now;

    // A client that sends no more bytes cannot acknowledge them.
    private long? SettingsUnacknowledgedSince => _connection.IsInputEnded ? null : _connection.Engine.SettingsUnacknowledgedSince;

    /// <summary>The client's SETTINGS have arrived.</summary>
    public void OnPeerSettings()
    {
        if (!_settingsReceived)
        {
            (_settingsReceived, _idleSince) = (true, Now);
            Schedule(_idleSince + Milliseconds(_options.KeepAliveTimeout));
        }
    }

    /// <summary>The engine has processed received bytes.</summary>
    public void OnProcessed()
    {
        if (_connection.Engine.InputIncompleteSince is { } frame)
        {
            Schedule(frame + Milliseconds(_options.FrameTimeout));
        }

        if (SettingsUnacknowledgedSince is { } settings)
        {
            Schedule(settings + Milliseconds(_options.HandshakeTimeout));
        }
    }

    /// <summary>A request has begun and its body is not complete.</summary>
    public void OnRequestIncomplete(NativeExchange exchange)
    {
        if (exchange.HasSingleRequest)
        {
            _requests.Add(exchange);
            CheckRates();
        }
    }

    /// <summary>Bytes of a request's body have arrived.</summary>
    public void OnRequestBytes(int count) => _requests.OnBytes(count);

    /// <summary>A response waits for a window or for the output.</summary>
    public void OnResponseWaits(NativeExchange exchange)
    {
        if (!exchange.IsWatched)
        {
            exchange.IsWatched = true;
            _sending.Add(exchange);
            CheckRates();
        }
    }

    /// <summary>There is output to send, or none.</summary>
    public void OnOutput(bool isWaiting)
    {
        _isOutputWaiting = isWaiting;
        if (isWaiting)
        {
            CheckRates();
        }
    }

    /// <summary>No call is in progress any more.</summary>
    public void OnIdle() => _idleSince = Now;

    /// <summary>Ends the connection if the client took too long, and otherwise sets the timer anew.</summary>
    public void Check()
    {
        var now = Now;
        _dueAt = long.MaxValue;
        if (!_settingsReceived)
        {
            CheckHandshake(now);
            return;
        }

        var engine = _connection.Engine;
        if (engine.IsEnded)
        {
            return;
        }

        if (IsDue(engine.InputIncompleteSince, _options.FrameTimeout, now))
        {
            engine.Abort(Http2ErrorCode.EnhanceYourCalm, nameof(NativeHostOptions.FrameTimeout));
        }
        else if (IsDue(SettingsUnacknowledgedSince, _options.HandshakeTimeout, now))
        {
            engine.Abort(Http2ErrorCode.SettingsTimeout, nameof(NativeHostOptions.HandshakeTimeout));
        }
        else if (_checksRates && _requests.IsTooSlow(now))
        {
            engine.Abort(Http2ErrorCode.EnhanceYourCalm, nameof(NativeHostOptions.MinRequestBodyDataRate));
        }
        else if (_checksRates && IsResponseTooSlow(now))
        {
            engine.Abort(Http2ErrorCode.EnhanceYourCalm, nameof(NativeHostOptions.MinResponseDataRate));
        }
        else
        {
            CheckIdle(now);
            OnProcessed();
            _requests.ResetSlow(now, engine.ReceiveWindow.Available > 0);
            _checksRates = _requests.Any || _sending.Count > 0 || _isOutputWaiting;
            if (_checksRates)
            {
                Schedule(now + RateInterval);
            }
        }
    }

    public void Dispose() => _timer.Dispose();

    private static long Milliseconds(TimeSpan time) => (long)time.TotalMilliseconds;

    private static bool IsDue(long? since, TimeSpan after, long now) => since is { } began && now >= began + Milliseconds(after);

    private void CheckHandshake(long now)
    {
        var due = _openedAt + Milliseconds(_options.HandshakeTimeout);
        if (now >= due)
        {
            _connection.EndWithoutHandshake();
        }
        else
        {
            Schedule(due);
        }
    }

    // A stream's window is how its reader slows down a streaming method, so that such a method has no rate; a client that reads nothing
    // of the connection, or not even a single response, has.
    private bool IsResponseTooSlow(long now)
    {
        _sending.RemoveAll(static exchange => !(exchange.IsWatched = exchange.IsResponseWaiting));
        var isConnectionBlocked = _connection.Engine.SendWindowAvailable <= 0;
        if (!_isOutputWaiting && !_sending.Exists(exchange => isConnectionBlocked || exchange.HasSingleResponse))
        {
            _responseRate.Pause();
            return false;
        }

        return TcpInfo.Read(_socket) is { } tcp ? _responseRate.IsTooSlow(now, tcp.Acknowledged)
            : _responseRate.IsTooSlow(now, _connection.SentBytes, _connection.SendBufferBytes);
    }

    private void CheckIdle(long now)
    {
        if (_connection.HasCalls)
        {
            _shutDownAt = null;
            Schedule(now + Milliseconds(_options.KeepAliveTimeout));
        }
        else if (_shutDownAt is { } began)
        {
            if (now >= began + ShutdownInterval)
            {
                _connection.Engine.CompleteShutdown();
            }
            else
            {
                Schedule(began + ShutdownInterval);
            }
        }
        else if (IsDue(_idleSince, _options.KeepAliveTimeout, now))
        {
            _shutDownAt = now;
            _connection.Engine.BeginShutdown();
            Schedule(now + ShutdownInterval);
        }
        else
        {
            Schedule(_idleSince + Milliseconds(_options.KeepAliveTimeout));
        }
    }

    private void CheckRates()
    {
        if (!_checksRates)
        {
            _checksRates = true;
            Schedule(Now + RateInterval);
        }
    }

    private void Schedule(long dueAt)
    {
        if (dueAt < _dueAt)
        {
            _dueAt = dueAt;
            _timer.Start(Math.Max(0, dueAt - Now));
        }
    }
}
