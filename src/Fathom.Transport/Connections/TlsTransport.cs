using System.Buffers;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using Fathom.Transport.Connections.Loops;
using Fathom.Transport.Connections.Strands;

namespace Fathom.Transport.Connections;

/// <summary>TCP with TLS by SslStream. Handshakes run on threads of their own, decryption on the event loop, encryption on the sending
/// thread. HTTP/2 must be negotiated by ALPN (RFC 9113 section 3.3); for HTTP/1.1 ALPN may negotiate nothing.</summary>
internal sealed class TlsTransport : SocketTransport
{
    // One record (RFC 8446 section 5.1): SslStream would use the caller's memory after a larger write returned.
    private const int MaxRecordSize = 16 * 1024;

    private const string Closed = "the peer closed the connection";

    private const int Idle = 0;
    private const int Writing = 1;
    private const int WritableRequested = 2;

    private readonly bool _isHttp1;
    private readonly Func<SslStream, Task> _authenticate;
    private readonly HandshakeParty _party;
    private readonly LoopStream _stream;
    private readonly SslStream _ssl;
    private int _writing;
    private int _written;
    private bool _inputEnded;
    private volatile bool _broken;

    /// <param name="loop">The loop of the connection.</param>
    /// <param name="socket">The socket, which this object owns.</param>
    /// <param name="party">Whose the handshake is: parties have the handshake threads in turn.</param>
    /// <param name="authenticate">Makes the handshake.</param>
    /// <param name="events">Told what happens.</param>
    /// <param name="isHttp1">Whether the protocol is HTTP/1.1.</param>
    public TlsTransport(EventLoop loop, Socket socket, HandshakeParty party, Func<SslStream, Task> authenticate, ITransportEvents events,
        bool isHttp1 = false)
        : base(loop, socket, events)
    {
        (_party, _authenticate, _isHttp1) = (party, authenticate, isHttp1);
        _stream = new LoopStream(loop, socket, party, () => WatchRead(true), () => WatchWrite(true));
        _ssl = new SslStream(_stream);
    }

    /// <summary>The accepted certificate of the peer; null when there is none.</summary>
    public X509Certificate2? PeerCertificate { get; private set; }

    /// <summary>Encrypts and sends a record. One that the socket takes only in part counts as sent when the socket has all of it, so that
    /// an output that is empty is one that the kernel has.</summary>
    public override SendOutcome Send(ReadOnlyMemory<byte> bytes)
    {
        if (_broken || IsClosed)
        {
            return new SendOutcome(SendState.Failed);
        }

        if (Volatile.Read(ref _writing) != Idle)
        {
            return new SendOutcome(SendState.WouldBlock);
        }

        if (_written > 0)
        {
            var written = _written;
            _written = 0;
            return new SendOutcome(SendState.Sent, written);
        }

        var record = bytes[..Math.Min(bytes.Length, MaxRecordSize)];
        _writing = Writing;
        var write = WriteAsync(record);
        if (write.IsCompleted)
        {
            _writing = Idle;
            return _broken ? new SendOutcome(SendState.Failed) : new SendOutcome(SendState.Sent, record.Length);
        }

        _ = FinishAsync(write, record.Length);
        return new SendOutcome(SendState.WouldBlock);
    }

    public override void NotifyWhenWritable()
    {
        if (Interlocked.CompareExchange(ref _writing, WritableRequested, Writing) == Idle)
        {
            Loop.Post(new WritableNotification(Events));
        }
    }

    public override void ShutDown() => _ = ShutDownAsync();

    protected override void OnRegistered() =>
        HandshakeThreads.Post(_party, isAnswered: false, static transport => _ = ((TlsTransport)transport!).RunAsync(), this);

    protected override void OnSocketReadable()
    {
        if (_stream.OnReadable())
        {
            return;
        }

        WatchRead(false);
        if (_inputEnded)
        {
            // Nothing is watched any more: the connection is gone.
            ReportLost(Closed);
            return;
        }

        if (_stream.IsReadPending)
        {
            // A handshake thread has begun to read in the meantime.
            WatchRead(true);
        }
    }

    protected override void OnSocketWritable() => _stream.OnWritable();

    protected override void OnClosed() => Loop.Post(new StreamDisposal(this));

    private async Task RunAsync()
    {
        string? failure = null;
        try
        {
            await _authenticate(_ssl);
        }
        catch (Exception e)
        {
            // Whatever a peer's bytes or a user's callback make of it: an outcome of this connection.
            failure = $"the TLS handshake failed: {Reason(e)}";
        }

        _stream.EndHandshake();
        await new LoopYield(Loop);
        if (IsClosed)
        {
            _ssl.Dispose();
        }
        else if (failure is not null)
        {
            ReportLost(failure);
        }
        else
        {
            await ServeAsync();
        }
    }

    private async Task ServeAsync()
    {
        var found = _ssl.NegotiatedApplicationProtocol.ToString();
        if (_ssl.NegotiatedApplicationProtocol != (_isHttp1 ? SslApplicationProtocol.Http11 : SslApplicationProtocol.Http2)
            && !(_isHttp1 && found.Length == 0))
        {
            ReportLost($"the peer does not speak HTTP/{(_isHttp1 ? "1.1" : "2")}: ALPN negotiated "
                + $"{(found.Length == 0 ? "nothing" : $"'{found}'")}");
            return;
        }

        PeerCertificate = _ssl.RemoteCertificate as X509Certificate2;
        try
        {
            Events.OnOpen();
            await ReadAsync();
        }
        catch (Exception e)
        {
            Events.OnFailed(e);
        }
    }

    private async Task ReadAsync()
    {
        try
        {
            for (var records = 1; !IsClosed; records++)
            {
                if (records % LoopStream.MaxRecordsPerTurn == 0)
                {
                    await new LoopYield(Loop);
                }

                // A read of zero bytes first: an idle connection holds no buffer.
#pragma warning disable CA2022 // A read of zero bytes waits for data.
                await _ssl.ReadAsync(Memory<byte>.Empty);
#pragma warning restore CA2022
                if (!await ReadOnceAsync())
                {
                    _inputEnded = true;
                    ReportLost(Closed, maybeHalf: true);
                    return;
                }
            }
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException or AuthenticationException)
        {
            ReportLost(Reason(e));
        }
    }

    private async ValueTask<bool> ReadOnceAsync()
    {
        var buffer = ArrayPool<byte>.Shared.Rent(MaxRecordSize);
        try
        {
            var count = await _ssl.ReadAsync(buffer);
            _stream.OnDecrypted(count);
            if (count > 0 && !IsClosed)
            {
                Events.OnReceived(buffer.AsSpan(0, count));
            }

            return count > 0;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    private async Task WriteAsync(ReadOnlyMemory<byte> record)
    {
        try
        {
            await _ssl.WriteAsync(record);
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException or InvalidOperationException or AuthenticationException)
        {
            // The read side reports the failure.
            _broken = true;
        }
    }

    private async Task ShutDownAsync()
    {
        try
        {
            await _ssl.ShutdownAsync();
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException or InvalidOperationException)
        {
            // The connection is closed already.
        }

        base.ShutDown();
    }

    private async Task FinishAsync(Task write, int length)
    {
        await write;
        _written = length;
        if (Interlocked.Exchange(ref _writing, Idle) == WritableRequested && !IsClosed)
        {
            try
            {
                Events.OnWritable();
            }
            catch (Exception e)
            {
                Events.OnFailed(e);
            }
        }
    }

    private void ReportLost(string reason, bool maybeHalf = false)
    {
        if (!IsClosed)
        {
            WatchRead(false);
            Events.OnConnectionLost(reason, maybeHalf);
        }
    }

    // The innermost message, for example an alert of the peer, except for socket errors: their wrapper names the error.
    private static string Reason(Exception e) => e.GetBaseException() is var innermost and not SocketException ? innermost.Message
        : e.Message;

    private sealed class WritableNotification(ITransportEvents events) : ILoopWork, IFailureSink
    {
        public void Run() => events.OnWritable();

        public void OnFailed(Exception error) => events.OnFailed(error);
    }

    // On the event loop, where no operation of the stream runs once the handshake has ended.
    private sealed class StreamDisposal(TlsTransport transport) : ILoopWork
    {
        public void Run()
        {
            transport._stream.Abort();
            if (!transport._stream.IsHandshaking)
            {
                transport._ssl.Dispose();
            }
        }
    }
}
