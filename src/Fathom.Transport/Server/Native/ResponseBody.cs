using System.IO.Pipelines;
using Fathom.Transport.Connections;

namespace Fathom.Transport.Server.Native;

/// <summary>The body of one response as a pipe, written by the handler's call. Owned by its exchange, which sends flushed bytes.</summary>
internal sealed class ResponseBody(NativeExchange exchange, ServerConnection connection) : PipeWriter
{
    private AsyncSignal? _flushSignal;

    /// <summary>Bytes that the connection has not accepted yet.</summary>
    public OutboundBuffer Buffer { get; } = new();

    public override bool CanGetUnflushedBytes => true;

    public override long UnflushedBytes => Buffer.Length;

    public override void Advance(int bytes) => Buffer.Advance(bytes);

    public override Memory<byte> GetMemory(int sizeHint = 0) => Buffer.GetMemory(sizeHint);

    public override Span<byte> GetSpan(int sizeHint = 0) => Buffer.GetSpan(sizeHint);

    public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var isTurnOver = exchange.Turn.Spend(Buffer.Length);
        ValueTask room;
        using (connection.Strand.Enter())
        {
            exchange.TrySend();
            if (exchange.IsAborted || Buffer.IsEmpty)
            {
                return isTurnOver ? EndTurnAsync()
                    : ValueTask.FromResult(new FlushResult(isCanceled: false, isCompleted: exchange.IsAborted));
            }

            _flushSignal ??= new AsyncSignal(connection.InlineContinuations);
            room = _flushSignal.Arm();
        }

        return WaitAsync(room, isTurnOver, cancellationToken);
    }

    /// <summary>Inside: flushed bytes were accepted, or never will be.</summary>
    public void OnFlushed() => _flushSignal?.Set(connection.Strand);

    public override void CancelPendingFlush() => Interrupt();

    public override void Complete(Exception? exception = null)
    {
    }

    private async ValueTask<FlushResult> EndTurnAsync()
    {
        await exchange.Turn.EndAsync();
        return new FlushResult(isCanceled: false, exchange.IsAborted);
    }

    private async ValueTask<FlushResult> WaitAsync(ValueTask room, bool isTurnOver, CancellationToken token)
    {
        using (token.UnsafeRegister(static state => ((ResponseBody)state!).Interrupt(), this))
        {
            await room;
        }

        if (isTurnOver)
        {
            // A peer that reads as fast as is sent makes room within the very send: 2 GB went out in one turn of the loop.
            await exchange.Turn.EndAsync();
        }

        token.ThrowIfCancellationRequested();
        return new FlushResult(isCanceled: false, exchange.IsAborted);
    }

    private void Interrupt()
    {
        using (connection.Strand.Enter())
        {
            OnFlushed();
        }
    }
}
