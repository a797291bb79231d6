using System.Buffers;

namespace Fathom.Transport.Codecs;

/// <summary>A stream that writes to a buffer writer. Reused by one thread, between <see cref="Begin"/> and <see cref="End"/>.</summary>
internal sealed class BufferWriterStream : Stream
{
    private IBufferWriter<byte>? _output;

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public void Begin(IBufferWriter<byte> output) => _output = output;

    public void End() => _output = null;

    public override void Write(ReadOnlySpan<byte> buffer) => _output!.Write(buffer);

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Flush()
    {
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();
}
