using System.IO.Pipelines;
using Fathom.Transport.Connections;

namespace Fathom.Transport.Server.Native;

/// <summary>The body of one response as a pipe: one writer, the handler's call. Owned by its exchange, which sends what is
/// flushed.</summary>
internal sealed class ResponseBody(NativeExchange exchange, ServerConnection connection) : PipeWriter
{
    private Wakeup? _room;

    /// <summary>What is written and not taken by the connection yet.</summary>
    public OutboundBuffer Buffer { get; } = new();

    public override bool CanGetUnflushedBytes => true;

    public override long UnflushedBytes => Buffer.Length;

    public override void Advance(int bytes) => Buffer.Advance(bytes);

    public override Memory<byte> GetMemory(int sizeHint = 0) => Buffer.GetMemory(sizeHint);

    public override Span<byte> GetSpan(int sizeHint = 0) => Buffer.GetSpan(sizeHint);

    public override ValueTask<FlushResult> FlushAsync(CancellationToken cancellationToken = default)
    {
        cancellationToken.ThrowIfCancellationRequested();
        connection.Gate.Enter();
        exchange.Push();
        if (exchange.IsLost || Buffer.IsEmpty)
        {
            var result = new FlushResult(isCanceled: false, isCompleted: exchange.IsLost);
            connection.Leave();
            return ValueTask.FromResult(result);
        }

        _room ??= new Wakeup(connection.RunsInline);
        var room = _room.Arm();
        connection.Leave();
        return WaitAsync(room, cancellationToken);
    }

    /// <summary>Inside the gate: all that was flushed is taken, or will never be.</summary>
    public void Flushed() => _room?.Raise(connection.Gate);

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
        return new FlushResult(isCanceled: false, exchange.IsLost);
    }

    private void Interrupt()
    {
        connection.Gate.Enter();
        Flushed();
        connection.Gate.Leave();
    }
}
