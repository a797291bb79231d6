namespace Fathom.Subjects.Blob;

/// <summary>
/// The body of a response as HTTP.sys has it without kernel response buffering: a write completes when the peer has acknowledged it. Each
/// is sent at once through the body below. Owned by one response; one write at a time, as of any stream.
/// </summary>
internal sealed class AcknowledgedStream(Stream body, TcpProgress connection, CancellationToken aborted) : Stream
{
    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override async ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        if (buffer.IsEmpty)
        {
            return;
        }

        using var end = CancellationTokenSource.CreateLinkedTokenSource(aborted, cancellationToken);
        var before = connection.BytesAcknowledged;
        await body.WriteAsync(buffer, end.Token);
        await body.FlushAsync(end.Token);
        await connection.AcknowledgedAsync(before + (ulong)buffer.Length, end.Token);
    }

    public override Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken) =>
        WriteAsync(buffer.AsMemory(offset, count), cancellationToken).AsTask();

    public override Task FlushAsync(CancellationToken cancellationToken) => body.FlushAsync(cancellationToken);

    public override void Write(byte[] buffer, int offset, int count) => throw NotAsync();

    public override void Flush() => throw NotAsync();

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    private static InvalidOperationException NotAsync() =>
        new("Synchronous operations are disallowed, as HTTP.sys does unless AllowSynchronousIO is set.");
}
