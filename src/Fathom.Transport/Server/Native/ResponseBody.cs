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
        connection.Lock.Enter();
        exchange.TrySend();
        if (exchange.IsAborted || Buffer.IsEmpty)
        {
            var result = new FlushResult(isCanceled: false, isCompleted: exchange.IsAborted);
            connection.ExitLock();
            return ValueTask.FromResult(result);
        }

        _flushSignal ??= new AsyncSignal(connection.InlineContinuations);
        var room = _flushSignal.Arm();
        connection.ExitLock();
        return WaitAsync(room, cancellationToken);
    }

    /// <summary>Under the lock: flushed bytes were accepted, or never will be.</summary>
    public void OnFlushed() => _flushSignal?.Set(connection.Lock);

    public override void CancelPendingFlush() => Interrupt();

    public override void Complete(Exception? exception = null)
    {
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
        connection.Lock.Enter();
        OnFlushed();
        connection.Lock.Exit();
    }
}
