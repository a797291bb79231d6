using System.Net.Sockets;
using System.Threading.Tasks.Sources;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Transport.Connections;

/// <summary>A socket as a stream for SslStream. Operations complete on the event-loop thread; their continuations run there, or on the
/// handshake threads until <see cref="EndHandshake"/>. One read and one write can be in progress.</summary>
internal sealed class LoopStream : Stream
{
    private readonly Socket _socket;
    private readonly HandshakeParty _party;
    private readonly Action _watchRead;
    private readonly Action _watchWrite;
    private readonly PendingOperation _read;
    private readonly PendingOperation _write;
    private volatile bool _handshaking = true;
    private volatile bool _hasWritten;
    private Memory<byte> _reading;
    private ReadOnlyMemory<byte> _writing;

    public LoopStream(Socket socket, HandshakeParty party, Action watchRead, Action watchWrite)
    {
        (_socket, _party, _watchRead, _watchWrite) = (socket, party, watchRead, watchWrite);
        (_read, _write) = (new PendingOperation(this), new PendingOperation(this));
    }

    /// <summary>Whether the TLS handshake goes on.</summary>
    public bool IsHandshaking => _handshaking;

    /// <summary>Whether a read waits for bytes.</summary>
    public bool IsReadPending => _read.IsPending;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    /// <summary>Continuations run on the event loop from now on.</summary>
    public void EndHandshake() => _handshaking = false;

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (buffer.Length > 0)
        {
            var count = Receive(buffer, out var error);
            if (error != SocketError.WouldBlock)
            {
                return error == SocketError.Success ? ValueTask.FromResult(count) : ValueTask.FromException<int>(Failure(error));
            }
        }

        _reading = buffer;
        var waiting = _read.Begin();
        _watchRead();
        return waiting;
    }

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (!_hasWritten)
        {
            _hasWritten = true;
            HandshakeThreads.CountAnswer(_party);
        }

        if (!TrySend(ref buffer, out var error))
        {
            return ValueTask.FromException(Failure(error));
        }

        if (buffer.IsEmpty)
        {
            return ValueTask.CompletedTask;
        }

        _writing = buffer;
        var waiting = _write.Begin();
        _watchWrite();
        return new ValueTask(waiting.AsTask());
    }

    public override Task FlushAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Call when the socket is readable or closed.</summary>
    /// <returns>False when no read is in progress.</returns>
    public bool OnReadable()
    {
        if (!_read.IsPending)
        {
            return false;
        }

        if (_reading.Length == 0)
        {
            _read.Succeed(0);
            return true;
        }

        var count = Receive(_reading, out var error);
        if (error == SocketError.Success)
        {
            _read.Succeed(count);
        }
        else if (error != SocketError.WouldBlock)
        {
            _read.Fail(Failure(error));
        }

        return true;
    }

    public void OnWritable()
    {
        if (!_write.IsPending)
        {
            return;
        }

        if (!TrySend(ref _writing, out var error))
        {
            _write.Fail(Failure(error));
        }
        else if (_writing.IsEmpty)
        {
            _write.Succeed(0);
        }
        else
        {
            _watchWrite();
        }
    }

    /// <summary>Fails operations in progress. Call on the event-loop thread.</summary>
    public void Abort()
    {
        foreach (var waiter in new[] { _read, _write })
        {
            if (waiter.IsPending)
            {
                waiter.Fail(Failure(SocketError.OperationAborted));
            }
        }
    }

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    private static IOException Failure(SocketError error)
    {
        var inner = new SocketException((int)error);
        return new IOException($"{inner.Message} ({error})", inner);
    }

    private int Receive(Memory<byte> buffer, out SocketError error)
    {
        try
        {
            return _socket.Receive(buffer.Span, SocketFlags.None, out error);
        }
        catch (ObjectDisposedException)
        {
            error = SocketError.OperationAborted;
            return 0;
        }
    }

    private bool TrySend(ref ReadOnlyMemory<byte> bytes, out SocketError error)
    {
        try
        {
            while (!bytes.IsEmpty)
            {
                var sent = _socket.Send(bytes.Span, SocketFlags.None, out error);
                if (error != SocketError.Success)
                {
                    return error == SocketError.WouldBlock;
                }

                bytes = bytes[sent..];
            }

            error = SocketError.Success;
            return true;
        }
        catch (ObjectDisposedException)
        {
            error = SocketError.OperationAborted;
            return false;
        }
    }

    /// <summary>A reusable asynchronous operation.</summary>
    private sealed class PendingOperation(LoopStream stream) : IValueTaskSource<int>
    {
        private ManualResetValueTaskSourceCore<int> _source;
        private volatile bool _pending;

        public bool IsPending => _pending;

        public ValueTask<int> Begin()
        {
            _source.Reset();
            _pending = true;
            return new ValueTask<int>(this, _source.Version);
        }

        public void Succeed(int result)
        {
            _pending = false;
            _source.SetResult(result);
        }

        public void Fail(Exception e)
        {
            _pending = false;
            _source.SetException(e);
        }

        public int GetResult(short token) => _source.GetResult(token);

        public ValueTaskSourceStatus GetStatus(short token) => _source.GetStatus(token);

        public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
        {
            flags &= ~ValueTaskSourceOnCompletedFlags.UseSchedulingContext;
            if (stream.IsHandshaking)
            {
                _source.OnCompleted(_ => HandshakeThreads.Post(stream._party, stream._hasWritten, continuation, state), null, token, flags);
            }
            else
            {
                _source.OnCompleted(continuation, state, token, flags);
            }
        }
    }
}
