using System.Buffers;

namespace Fathom.Transport.Codecs;

/// <summary>A stream that writes to a buffer writer. Reused by one thread, between <see cref="Begin"/> and <see cref="End"/>.</summary>
internal sealed class BufferWriterStream : UnseekableStream
{
    private IBufferWriter<byte>? _output;

    public override bool CanRead => false;

    public override bool CanWrite => true;

    public void Begin(IBufferWriter<byte> output) => _output = output;

    public void End() => _output = null;

    public override void Write(ReadOnlySpan<byte> buffer) => _output!.Write(buffer);

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));
}
