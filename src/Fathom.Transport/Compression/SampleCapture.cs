using System.Buffers;

namespace Fathom.Transport.Compression;

/// <summary>A writer that passes bytes on and copies a part of them. Owned by one write.</summary>
/// <param name="output">Receives all bytes.</param>
/// <param name="start">Offset of the first byte to copy.</param>
/// <param name="length">Number of bytes to copy.</param>
/// <param name="kept">Receives the copy.</param>
internal sealed class SampleCapture(IBufferWriter<byte> output, int start, int length, PooledBuffer kept) : IBufferWriter<byte>
{
    private Memory<byte> _memory;
    private int _position;

    public void Advance(int count)
    {
        var (from, to) = (Math.Max(start - _position, 0), Math.Min(start + length - _position, count));
        if (from < to)
        {
            kept.Write(_memory.Span[from..to]);
        }

        _position += count;
        _memory = _memory[count..];
        output.Advance(count);
    }

    public Memory<byte> GetMemory(int sizeHint = 0) => _memory = output.GetMemory(sizeHint);

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
}
