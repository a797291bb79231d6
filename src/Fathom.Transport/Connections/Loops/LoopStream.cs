using System.Net.Sockets;
using System.Threading.Tasks.Sources;
using Fathom.Transport.Codecs;

namespace Fathom.Transport.Connections.Loops;

/// <summary>A socket as a stream for SslStream. Operations complete on the event-loop thread; their continuations run there, or on the
/// handshake threads until <see cref="EndHandshake"/>. One read and one write can be in progress.</summary>
internal sealed class LoopStream : UnseekableStream
{
    /// <summary>The most records of a connection until the others of its loop have a turn, which are 1 MiB at most.</summary>
    public const int MaxRecordsPerTurn = 64;

    // SslStream decrypts all that it has read before others have a turn. A change of keys has 27 bytes and takes 13 us: 609 of them come in
    // one read of 16 KiB, and a peer that sends 2 MB/s of them would keep the loop for itself.
    private const int SmallRead = 2 * 1024;
    private const int MaxRecordsWithoutData = 1_000;

    private readonly Socket _socket;
    private readonly EventLoop _loop;
    private readonly HandshakeParty _party;
    private readonly Action _watchRead;
    private readonly Action _watchWrite;
    private readonly PendingOperation _read;
    private readonly PendingOperation _write;
    private volatile bool _handshaking = true;
    private volatile bool _hasWritten;
    private Memory<byte> _reading;
    private TlsRecordCounter _records;
    private long _turn;
    private int _recordsOfTurn;
    private int _recordsWithoutData;
    private bool _readsLittle;
    private ReadOnlyMemory<byte> _writing;

    public LoopStream(EventLoop loop, Socket socket, HandshakeParty party, Action watchRead, Action watchWrite)
    {
        (_loop, _socket, _party, _watchRead, _watchWrite) = (loop, socket, party, watchRead, watchWrite);
        (_read, _write) = (new PendingOperation(this), new PendingOperation(this));
    }

    /// <summary>Whether the TLS handshake goes on.</summary>
    public bool IsHandshaking => _handshaking;

    /// <summary>Whether a read waits for bytes.</summary>
    public bool IsReadPending => _read.IsPending;

    public override bool CanRead => true;

    public override bool CanWrite => true;

    /// <summary>Continuations run on the event loop from now on.</summary>
    public void EndHandshake() => (_recordsWithoutData, _handshaking) = (0, false);

    /// <summary>So much data was decrypted, in at most as many records.</summary>
    public void OnDecrypted(int bytes) => _recordsWithoutData = Math.Max(0, _recordsWithoutData - bytes);

    public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (buffer.Length > 0 && !(_turn == _loop.Turn && _recordsOfTurn >= MaxRecordsPerTurn && !_handshaking))
        {
            var count = Receive(buffer, out var error);
            if (error != SocketError.WouldBlock)
            {
                return FailureOf(error) is { } failure ? ValueTask.FromException<int>(failure) : ValueTask.FromResult(count);
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
        if (error != SocketError.WouldBlock)
        {
            if (FailureOf(error) is { } failure)
            {
                _read.Fail(failure);
            }
            else
            {
                _read.Succeed(count);
            }
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

    private static IOException Failure(SocketError error)
    {
        var inner = new SocketException((int)error);
        return new IOException($"{inner.Message} ({error})", inner);
    }

    private IOException? FailureOf(SocketError error) => error != SocketError.Success ? Failure(error)
        : _recordsWithoutData > MaxRecordsWithoutData && !_handshaking
            ? new IOException($"{MaxRecordsWithoutData:N0} TLS records came without data, such as changes of keys")
        : null;

    private int Receive(Memory<byte> buffer, out SocketError error)
    {
        try
        {
            var span = _readsLittle ? buffer.Span[..Math.Min(buffer.Length, SmallRead)] : buffer.Span;
            var count = _socket.Receive(span, SocketFlags.None, out error);
            OnReceived(span[..count]);
            return count;
        }
        catch (ObjectDisposedException)
        {
            error = SocketError.OperationAborted;
            return 0;
        }
    }

    private void OnReceived(ReadOnlySpan<byte> bytes)
    {
        var records = _records.Count(bytes);
        _readsLittle = records > MaxRecordsPerTurn;
        (_turn, _recordsOfTurn) = (_loop.Turn, (_turn == _loop.Turn ? _recordsOfTurn : 0) + records);
        _recordsWithoutData += records;
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
