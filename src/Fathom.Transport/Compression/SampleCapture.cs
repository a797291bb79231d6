using System.Buffers;

namespace Fathom.Transport.Compression;

/// <summary>Passes a message on and keeps a copy of a part of it. Owned by one write.</summary>
/// <param name="output">Gets all.</param>
/// <param name="start">The first byte to keep.</param>
/// <param name="length">Bytes to keep.</param>
/// <param name="kept">Takes them.</param>
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
