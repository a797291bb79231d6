using System.Net.Sockets;
using System.Text;
using Fathom.Transport.Connections;
using Fathom.Transport.Connections.Loops;
using Fathom.Transport.Connections.Strands;
using Fathom.Wire.Grpc;
using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Client.Native;

/// <summary>One connection of a channel: connects, carries calls, and records why it ended. Owned by the channel.</summary>
internal sealed class ClientConnection : Http2Session, IDeferredCallback
{
    private const int MaxDebugText = 500;

    private readonly NativeChannel _channel;
    private readonly Connector _connector;
    private readonly KeepAlive? _keepAlive;
    private readonly LoopTimer _connectTimer;
    private readonly HeaderStringCache _headerStrings = new();
    private readonly long _startedAt;
    private ProtocolSniffer _sniffer;
    private string? _endReason;
    private bool _connected;
    private bool _opened;
    private bool _aborted;

    public ClientConnection(NativeChannel channel, Http2Options options)
        : base(channel.Loop, channel.Strand, Http2Role.Client, options, channel.NativeOptions.MaxStreamWindow)
    {
        (_channel, _startedAt) = (channel, channel.Time.GetTimestamp());
        _connector = new Connector(Loop, channel.Server, OnConnected, CloseWith);
        _connectTimer = new LoopTimer(Loop, static state => ((ClientConnection)state!).OnConnectTimeout(), this);
        _keepAlive = channel.NativeOptions.KeepAliveTime is { } time
            ? new KeepAlive(Loop, time, channel.NativeOptions.KeepAliveTimeout, SendKeepAlivePing, CloseWith)
            : null;
    }

    /// <summary>Whether the server's SETTINGS were received: it uses HTTP/2, and its limits are known.</summary>
    public bool HasReceivedSettings { get; private set; }

    /// <summary>Whether the server has answered a call.</summary>
    public bool HasAnswered { get; private set; }

    /// <summary>Whether calls can be opened, now or later.</summary>
    public bool IsUsable { get; private set; } = true;

    /// <summary>The server's SETTINGS allow no stream at present.</summary>
    public bool AllowsNoStream => HasReceivedSettings && Engine.PeerSettings.MaxConcurrentStreams == 0;

    /// <summary>Time since the channel began to connect.</summary>
    public TimeSpan Age => _channel.Time.GetElapsedTime(_startedAt);

    /// <summary>Why the connection failed, as the status of its calls.</summary>
    public Status Failure
    {
        get
        {
            var address = _channel.Options.Address;
            if (_aborted)
            {
                return NativeChannel.DisposedStatus(address);
            }

            var what = !_connected ? $"Failed to connect to {address}"
                : !_opened ? $"TLS with {address} failed"
                : HasReceivedSettings ? $"Lost the connection to {address}"
                : $"Lost the connection to {address} before it answered in HTTP/2{(_sniffer.Describe() is { } other ? $", {other}" : "")}";
            var why = _endReason ?? (Engine.Outcome is { } ending ? Describe(ending) : "the server is closing it");
            return new Status(StatusCode.Unavailable, $"{what}: {why}");
        }
    }

    /// <summary>Starts to connect. Runs outside.</summary>
    void IDeferredCallback.Invoke()
    {
        _connectTimer.Start((long)_channel.NativeOptions.ConnectTimeout.TotalMilliseconds);
        _connector.Start();
    }

    /// <summary>Whether a call can be opened now. A call with WaitForReady waits for the server's SETTINGS: if the connection were lost
    /// before, the call could neither fail nor be sent again safely.</summary>
    public bool CanOpen(ClientStream call) => Engine.CanOpenStream && (HasReceivedSettings || !call.Options.WaitForReady);

    /// <summary>The status of a call whose stream did not complete.</summary>
    public Status ToStatus(Http2StreamEnd outcome) => outcome.Kind switch
    {
        Http2StreamEndKind.ResetByPeer => GrpcResponse.Reset((uint)outcome.Code, outcome.Code.ToString()),
        Http2StreamEndKind.PeerViolation when outcome.Code == Http2ErrorCode.EnhanceYourCalm => new Status(
            StatusCode.ResourceExhausted,
                $"The headers or trailers of the response exceed the limit {nameof(Http2Limits.MaxHeaderListSize)}."),
        Http2StreamEndKind.PeerViolation => new Status(StatusCode.Internal, $"The server violated HTTP/2 on this stream: {outcome.Code}."),
        Http2StreamEndKind.RefusedByGoAway when _endReason is null => new Status(
            StatusCode.Unavailable, $"{_channel.Options.Address} is closing the connection and has not processed this call."),
        _ => Failure,
    };

    /// <summary>Inside: ends the connection and its calls, because the channel is disposed.</summary>
    public void Abort()
    {
        _aborted = true;
        Retire();
        Engine.Abort(Http2ErrorCode.NoError, "");
    }

    public override void OnStreamOpened(Http2Stream stream)
    {
    }

    public override void OnHeader(Http2Stream stream, in HeaderField field) => Call(stream).OnHeader(field, _headerStrings);

    public override void OnHeadersEnd(Http2Stream stream, FieldBlockKind kind, bool endStream)
    {
        if (!HasAnswered)
        {
            HasAnswered = true;
            _channel.OnAnswered();
        }

        Call(stream).OnHeadersEnd(kind, endStream);
    }

    public override void OnStreamData(Http2Stream stream, ReadOnlySpan<byte> data, bool endStream) => Call(stream).OnData(data, endStream);

    public override void OnWritable(Http2Stream stream) => Call(stream).OnWritable();

    public override void OnStreamClosed(Http2Stream stream, Http2StreamEnd outcome)
    {
        if (outcome.Kind == Http2StreamEndKind.ConnectionEnded)
        {
            // Before its calls look for another connection.
            Retire();
        }

        Call(stream).OnClosed(outcome);
        _channel.OnStreamAvailable(this);
    }

    public override void OnPeerSettings(in Http2Settings settings)
    {
        HasReceivedSettings = true;
        _connectTimer.Stop();
        _channel.OnSettingsReceived(this, settings);
    }

    public override void OnGoAway(int lastStreamId, Http2ErrorCode code, ReadOnlySpan<byte> debug)
    {
        if (code != Http2ErrorCode.NoError)
        {
            var text = PrintableText.OneLine(Encoding.ASCII.GetString(debug), MaxDebugText);
            _endReason ??= ConnectionAdvice.AfterGoAway(
                $"the server closed it with HTTP/2 error code 0x{(uint)code:x} {code} {text}".TrimEnd(), code);
        }

        Retire();
        _channel.OnStreamAvailable(this);
    }

    public override void OnConnectionEnded(Http2ConnectionEnd outcome) => Retire();

    protected override void OnOpened()
    {
        _opened = true;
        _keepAlive?.Start();
        _channel.OnStreamAvailable(this);
    }

    protected override void OnReceiving(ReadOnlySpan<byte> bytes)
    {
        _keepAlive?.OnReceived();
        if (!HasReceivedSettings)
        {
            _sniffer.Add(bytes);
        }
    }

    protected override void Report(Exception error)
    {
        _endReason ??= $"serving it failed: {error.Message}";
        _channel.OnFailed(error);
    }

    protected override void OnConnectionLost(string reason) => _endReason ??= !_connected || HasReceivedSettings ? reason
        : !_opened ? Sentence(reason) + ConnectionAdvice.ForTlsFailure(reason)
        : _sniffer.IsEmpty ? Sentence(reason) + ConnectionAdvice.ForNoResponse(_channel.Server.IsTls)
        : reason;

    protected override void OnClosed()
    {
        Retire();
        _connectTimer.Dispose();
        _keepAlive?.Dispose();
        _connector.Dispose();
        _channel.OnConnectionClosed(this);
    }

    private void Retire()
    {
        if (IsUsable)
        {
            IsUsable = false;
            _channel.OnConnectionRetired(this);
        }
    }

    private static string Describe(Http2ConnectionEnd ending) => ending.ByPeer ? ending.Reason
        : ending.Code == Http2ErrorCode.EnhanceYourCalm ? $"the server exceeded a limit ({ending.Reason})"
        : $"the server violated HTTP/2 ({ending.Code}, RFC 9113 section {ending.Reason})";

    private static string Sentence(string reason) => reason.EndsWith('.') ? reason : $"{reason}.";

    private static ClientStream Call(Http2Stream stream) => (ClientStream)stream.Tag!;

    private void OnConnected(Socket socket)
    {
        _channel.CountConnection(socket);
        _connected = true;
        _opened = !_channel.Server.IsTls;
        Attach(ClientTransport.Create(Loop, socket, _channel.NativeOptions, _channel.Server, new(_channel), this));
    }

    private void SendKeepAlivePing()
    {
        using (Strand.Enter())
        {
            if (Engine.StreamCount > 0)
            {
                Engine.SendPing(KeepAlive.PingPayload);
                _keepAlive!.OnPingSent();
            }
        }
    }

    private void CloseWith() => CloseWith("no answer to a keepalive PING in time");

    private void OnConnectTimeout() => CloseWith(_connected
        ? $"the server sent no HTTP/2 SETTINGS within {_channel.NativeOptions.ConnectTimeout.TotalSeconds:0.###} s"
        : _connector.TimedOut(_channel.NativeOptions.ConnectTimeout));

    private void CloseWith(string reason)
    {
        using (Strand.Enter())
        {
            _endReason ??= reason;
            CloseNow(reason);
        }
    }
}
