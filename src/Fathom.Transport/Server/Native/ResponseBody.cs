using System.IO.Pipelines;
using Fathom.Transport.Connections;
using Fathom.Transport.Connections.Loops;

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
        var isTurnOver = exchange.Turn?.Spend(Buffer.Length) ?? false;
        ValueTask room;
        using (connection.Strand.Enter())
        {
            exchange.TrySend();
            if (exchange.IsAborted || Buffer.IsEmpty)
            {
                return isTurnOver ? EndTurnAsync(exchange.Turn!)
                    : ValueTask.FromResult(new FlushResult(isCanceled: false, isCompleted: exchange.IsAborted));
            }

            _flushSignal ??= new AsyncSignal(connection.InlineContinuations);
            room = _flushSignal.Arm();
        }

        return WaitAsync(room, cancellationToken);
    }

    /// <summary>Inside: flushed bytes were accepted, or never will be.</summary>
    public void OnFlushed() => _flushSignal?.Set(connection.Strand);

    public override void CancelPendingFlush() => Interrupt();

    public override void Complete(Exception? exception = null)
    {
    }

    private async ValueTask<FlushResult> EndTurnAsync(HandlerTurn turn)
    {
        await turn.EndAsync();
        return new FlushResult(isCanceled: false, exchange.IsAborted);
    }

    private async ValueTask<FlushResult> WaitAsync(ValueTask room, CancellationToken token)
    {
        using (token.UnsafeRegister(static state => ((ResponseBody)state!).Interrupt(), this))
        {
            await room;
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
