using System.Buffers;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Transport.Connections;

/// <summary>TCP with TLS by SslStream. Handshake and decryption run on the event loop, encryption on the sending thread. HTTP/2 must be
/// negotiated by ALPN (RFC 9113 section 3.3).</summary>
internal sealed class TlsTransport : SocketTransport, ILoopWork
{
    // One record (RFC 8446 section 5.1): SslStream would use the caller's memory after a larger write returned.
    private const int MaxRecordSize = 16 * 1024;

    private const int Idle = 0;
    private const int Writing = 1;
    private const int WritableRequested = 2;

    private readonly ITransportEvents _events;
    private readonly Func<SslStream, Task> _authenticate;
    private readonly LoopStream _stream;
    private readonly SslStream _ssl;
    private int _writing;
    private volatile bool _broken;

    public TlsTransport(EventLoop loop, Socket socket, Func<SslStream, Task> authenticate, ITransportEvents events)
        : base(loop, socket)
    {
        (_authenticate, _events) = (authenticate, events);
        _stream = new LoopStream(socket, () => WatchRead(true), WatchWrite);
        _ssl = new SslStream(_stream);
    }

    /// <summary>The accepted certificate of the peer; null when there is none.</summary>
    public X509Certificate2? PeerCertificate { get; private set; }

    public override void Open() => Loop.Post(this);

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

        var record = bytes[..Math.Min(bytes.Length, MaxRecordSize)];
        _writing = Writing;
        var write = WriteAsync(record);
        if (write.IsCompleted)
        {
            _writing = Idle;
            return _broken ? new SendOutcome(SendState.Failed) : new SendOutcome(SendState.Sent, record.Length);
        }

        _ = FinishAsync(write);
        return new SendOutcome(SendState.Sent, record.Length);
    }

    public override void NotifyWhenWritable()
    {
        if (Interlocked.CompareExchange(ref _writing, WritableRequested, Writing) == Idle)
        {
            Loop.Post(new WritableNotification(_events));
        }
    }

    public override void ShutDown() => _ = ShutDownAsync();

    void ILoopWork.Run() => _ = RunAsync();

    protected override void OnSocketReadable()
    {
        if (!_stream.OnReadable())
        {
            WatchRead(false);
        }
    }

    protected override void OnSocketWritable() => _stream.OnWritable();

    protected override void OnClosed() => Loop.Post(new StreamDisposal(_stream, _ssl));

    private async Task RunAsync()
    {
        try
        {
            await _authenticate(_ssl);
        }
        catch (Exception e) when (e is AuthenticationException or IOException or InvalidOperationException or NotSupportedException)
        {
            ReportLost($"the TLS handshake failed: {Reason(e)}");
            return;
        }

        if (_ssl.NegotiatedApplicationProtocol != SslApplicationProtocol.Http2)
        {
            var found = _ssl.NegotiatedApplicationProtocol.ToString();
            ReportLost($"the peer does not speak HTTP/2: ALPN negotiated {(found.Length == 0 ? "nothing" : $"'{found}'")}");
            return;
        }

        PeerCertificate = _ssl.RemoteCertificate as X509Certificate2;
        _events.OnOpen();
        await ReadAsync();
    }

    private async Task ReadAsync()
    {
        try
        {
            while (!IsClosed)
            {
                // A read of zero bytes first: an idle connection holds no buffer.
#pragma warning disable CA2022 // A read of zero bytes waits for data.
                await _ssl.ReadAsync(Memory<byte>.Empty);
#pragma warning restore CA2022
                if (!await ReadOnceAsync())
                {
                    ReportLost("the peer closed the connection");
                    return;
                }
            }
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
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
            if (count > 0 && !IsClosed)
            {
                _events.OnReceived(buffer.AsSpan(0, count));
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
        catch (Exception e) when (e is IOException or ObjectDisposedException or InvalidOperationException)
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

    private async Task FinishAsync(Task write)
    {
        await write;
        if (Interlocked.Exchange(ref _writing, Idle) == WritableRequested && !IsClosed)
        {
            _events.OnWritable();
        }
    }

    private void ReportLost(string reason)
    {
        if (!IsClosed)
        {
            WatchRead(false);
            _events.OnConnectionLost(reason);
        }
    }

    // The innermost message, for example an alert of the peer, except for socket errors: their wrapper names the error.
    private static string Reason(Exception e) => e.GetBaseException() is var innermost and not SocketException ? innermost.Message
        : e.Message;

    private sealed class WritableNotification(ITransportEvents events) : ILoopWork
    {
        public void Run() => events.OnWritable();
    }

    // On the event loop, where no operation of the stream runs.
    private sealed class StreamDisposal(LoopStream stream, SslStream ssl) : ILoopWork
    {
        public void Run()
        {
            stream.Abort();
            ssl.Dispose();
        }
    }
}
