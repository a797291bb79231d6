using System.Buffers;
using System.IO.Pipelines;
using Fathom.Transport.Connections;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Server.Native;

/// <summary>
/// The body of one request as a pipe: one reader, the handler's call. Credit for the client's window is given as bytes are consumed, or
/// while the reader waits for the rest of a message. Owned by its exchange.
/// </summary>
internal sealed class RequestBody(ServerConnection connection, Http2Stream stream) : PipeReader
{
    private readonly InboundBuffer _buffer = new();
    private Wakeup? _arrival;
    private ReadOnlySequence<byte> _lent;
    private int _wanted;
    private bool _seenAll;
    private bool _completed;
    private bool _lost;

    /// <summary>Whether bytes are left that the client was given no credit for.</summary>
    public bool OwesCredit => _buffer.OwesCredit;

    /// <summary>Whether what is lent lies in memory that its reader may keep.</summary>
    public bool IsOwn => _buffer.IsOwn;

    private Gate Gate => connection.Gate;

    /// <summary>A message of so many bytes gets memory of its own, unless it is here already.</summary>
    public void OwnFrom(int bytes)
    {
        Gate.Enter();
        _buffer.OwnFrom = bytes;
        Gate.Leave();
    }

    /// <summary>Inside the gate.</summary>
    public void Append(ReadOnlySpan<byte> data, bool isLast)
    {
        _buffer.Append(data);
        connection.Held.Add(data.Length);
        _completed |= isLast;
        _seenAll = false;
        if (_arrival is { IsArmed: true })
        {
            Credit(_buffer.CreditAll());
            if (IsThere(_wanted))
            {
                _arrival.Raise(Gate);
            }
        }
    }

    /// <summary>Inside the gate: the client is gone.</summary>
    public void Lose()
    {
        _lost = true;
        _arrival?.Raise(Gate);
    }

    /// <summary>Inside the gate: nobody reads any more.</summary>
    public void Release()
    {
        connection.Held.Add(-_buffer.Length);
        Credit(_buffer.Release());
    }

    public override bool TryRead(out ReadResult result)
    {
        Gate.Enter();
        var found = TryTake(out result);
        Gate.Leave();
        return found;
    }

    public override ValueTask<ReadResult> ReadAsync(CancellationToken cancellationToken = default) =>
        ReadWhenThereAsync(1, cancellationToken);

    // The reader of a large message is woken once it is all there, not for each of its frames.
    protected override ValueTask<ReadResult> ReadAtLeastAsyncCore(int minimumSize, CancellationToken cancellationToken) =>
        ReadWhenThereAsync(minimumSize, cancellationToken);

    public override void AdvanceTo(SequencePosition consumed) => AdvanceTo(consumed, consumed);

    public override void AdvanceTo(SequencePosition consumed, SequencePosition examined)
    {
        var count = (int)_lent.Slice(_lent.Start, consumed).Length;
        var seen = _lent.Slice(_lent.Start, examined).Length;
        Gate.Enter();
        _seenAll = seen == _buffer.Length;
        connection.Held.Add(-count);
        Credit(_buffer.GiveBack(count));
        connection.Leave();
    }

    public override void CancelPendingRead() => Interrupt();

    public override void Complete(Exception? exception = null)
    {
    }

    private async ValueTask<ReadResult> ReadWhenThereAsync(int wanted, CancellationToken cancellationToken)
    {
        while (true)
        {
            cancellationToken.ThrowIfCancellationRequested();
            Gate.Enter();
            if (IsThere(wanted) && TryTake(out var result))
            {
                Gate.Leave();
                return result;
            }

            if (_lost)
            {
                Gate.Leave();
                throw new IOException("The client reset the stream or closed the connection.");
            }

            Credit(_buffer.CreditAll());
            _wanted = wanted;
            _arrival ??= new Wakeup(connection.RunsInline);
            var arrival = _arrival.Arm();
            connection.Leave();
            using (cancellationToken.UnsafeRegister(static state => ((RequestBody)state!).Interrupt(), this))
            {
                await arrival;
            }
        }
    }

    private bool IsThere(int wanted) => _completed || _lost || _buffer.Length >= wanted;

    private bool TryTake(out ReadResult result)
    {
        if (_lost || (_seenAll && !_completed) || (_buffer.Length == 0 && !_completed))
        {
            result = default;
            return false;
        }

        _lent = _buffer.Lend();
        result = new ReadResult(_lent, isCanceled: false, _completed);
        return true;
    }

    private void Interrupt()
    {
        Gate.Enter();
        _arrival?.Raise(Gate);
        Gate.Leave();
    }

    private void Credit(int bytes)
    {
        if (bytes > 0)
        {
            connection.Engine.Consumed(stream, bytes);
        }
    }
}
