using System.Buffers;

namespace Fathom.Transport.Compression;

/// <summary>A growing buffer in one pooled array. Owned by one message at a time.</summary>
internal sealed class PooledBuffer : IBufferWriter<byte>
{
    private byte[] _array = [];

    /// <summary>Number of bytes written.</summary>
    public int Length { get; private set; }

    public ReadOnlyMemory<byte> WrittenMemory => _array.AsMemory(0, Length);

    /// <summary>Written bytes from <paramref name="start"/>, for changes.</summary>
    public Span<byte> WrittenSpan(int start, int length) => _array.AsSpan(start, length);

    /// <summary>Clears the buffer and reserves <paramref name="size"/> bytes.</summary>
    public void Reset(int size)
    {
        Release();
        _array = ArrayPool<byte>.Shared.Rent(size);
    }

    public void Advance(int count) => Length += count;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        EnsureCapacity(sizeHint);
        return _array.AsMemory(Length);
    }

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        EnsureCapacity(sizeHint);
        return _array.AsSpan(Length);
    }

    /// <summary>Returns the array with the written bytes at its start. The caller owns it and returns it to the pool.</summary>
    public byte[] Detach()
    {
        var array = _array;
        (_array, Length) = ([], 0);
        return array;
    }

    /// <summary>Returns the array to the pool.</summary>
    public void Release()
    {
        var array = Detach();
        if (array.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    private void EnsureCapacity(int sizeHint)
    {
        var needed = Length + Math.Max(1, sizeHint);
        if (needed <= _array.Length)
        {
            return;
        }

        var larger = ArrayPool<byte>.Shared.Rent((int)Math.Clamp(2L * _array.Length, needed, Math.Max(needed, Array.MaxLength)));
        _array.AsSpan(0, Length).CopyTo(larger);
        if (_array.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(_array);
        }

        _array = larger;
    }
}
