using System.Buffers;
using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Fathom.Contracts.Serialization;

/// <summary>
/// The second of two serialization passes. Writes a message to the buffers of a transport, with the sizes that
/// <see cref="ContractMeasure"/> computed. Owned by the calling method; borrows the output and the sizes.
/// </summary>
public ref struct ContractWriter
{
    // Bytes. A message up to this size is requested as one span, so that no value crosses the end of a buffer.
    private const int WholeMessage = 16 * 1024;
    private const int LongestVarint = 10;

    private readonly IBufferWriter<byte>? _output;
    private readonly Action<ReadOnlyMemory<byte>>? _lend;
    private readonly ReadOnlySpan<int> _sizes;
    private Span<byte> _span;
    private int _position;
    private int _nextSize;
    private int _unfetched;

    internal ContractWriter(IBufferWriter<byte> output, int size, ReadOnlySpan<int> sizes, Action<ReadOnlyMemory<byte>>? lend = null)
    {
        _output = output;
        _lend = lend;
        _sizes = sizes;
        _span = output.GetSpan(Math.Min(size, WholeMessage));
        if (_span.Length > size)
        {
            _span = _span[..size];
        }

        _unfetched = size - _span.Length;
    }

    internal ContractWriter(Span<byte> output, ReadOnlySpan<int> sizes)
    {
        _sizes = sizes;
        _span = output;
    }

    /// <summary>Writes a tag of one byte.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteTag1(byte tag)
    {
        if (_position == _span.Length)
        {
            NextSpan();
        }

        _span[_position++] = tag;
    }

    /// <summary>Writes a tag.</summary>
    public void WriteTag(uint tag) => WriteVarint32(tag);

    /// <summary>Writes a varint of up to 5 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteVarint32(uint value)
    {
        var position = _position;
        if (value < 0x80 && position < _span.Length)
        {
            _span[position] = (byte)value;
            _position = position + 1;
        }
        else
        {
            WriteVarintSlowly(value);
        }
    }

    /// <summary>Writes a varint of up to 10 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteVarint64(ulong value)
    {
        var position = _position;
        if (value < 0x80 && position < _span.Length)
        {
            _span[position] = (byte)value;
            _position = position + 1;
        }
        else
        {
            WriteVarintSlowly(value);
        }
    }

    /// <summary>Writes 4 bytes, little-endian.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteFixed32(uint value)
    {
        if (BinaryPrimitives.TryWriteUInt32LittleEndian(_span[_position..], value))
        {
            _position += sizeof(uint);
        }
        else
        {
            WriteAcross(value, sizeof(uint));
        }
    }

    /// <summary>Writes 8 bytes, little-endian.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteFixed64(ulong value)
    {
        if (BinaryPrimitives.TryWriteUInt64LittleEndian(_span[_position..], value))
        {
            _position += sizeof(ulong);
        }
        else
        {
            WriteAcross(value, sizeof(ulong));
        }
    }

    /// <summary>Writes the measured length prefix of the next nested message or packed list.</summary>
    /// <exception cref="InvalidOperationException">The message was changed after it was measured.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void WriteMeasuredLength()
    {
        if (_nextSize >= _sizes.Length)
        {
            ThrowChanged();
        }

        WriteVarint32((uint)_sizes[_nextSize++]);
    }

    /// <summary>Writes bytes unchanged, across the buffers of the output.</summary>
    public void WriteRaw(scoped ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > _span.Length - _position)
        {
            var part = _span.Length - _position;
            bytes[..part].CopyTo(_span[_position..]);
            _position = _span.Length;
            bytes = bytes[part..];
            NextSpan();
        }

        bytes.CopyTo(_span[_position..]);
        _position += bytes.Length;
    }

    /// <summary>
    /// Writes bytes unchanged. If the output accepts borrowed memory, 64 KiB or more are passed by reference instead of copied.
    /// </summary>
    internal void WriteRawOrLend(ReadOnlyMemory<byte> bytes)
    {
        if (_lend is null || bytes.Length < ContractReader.DefaultShareThreshold)
        {
            WriteRaw(bytes.Span);
            return;
        }

        var left = _span.Length - _position + _unfetched - bytes.Length;
        if (left < 0)
        {
            ThrowChanged();
        }

        _output!.Advance(_position);
        _lend(bytes);
        _span = default;
        (_position, _unfetched) = (0, left);
    }

    /// <summary>The unused part of the current buffer.</summary>
    internal readonly Span<byte> Room => _span[_position..];

    internal void Advance(int written) => _position += written;

    /// <summary>Ends the message, and advances the output by the bytes written since it was last advanced.</summary>
    /// <exception cref="InvalidOperationException">The message was changed after it was measured.</exception>
    internal void Complete()
    {
        if (_unfetched != 0 || _position != _span.Length || _nextSize != _sizes.Length)
        {
            ThrowChanged();
        }

        _output?.Advance(_position);
    }

    // Not inlined: stackalloc would slow down every caller.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void WriteAcross(ulong value, int size)
    {
        Span<byte> bytes = stackalloc byte[sizeof(ulong)];
        BinaryPrimitives.WriteUInt64LittleEndian(bytes, value);
        WriteRaw(bytes[..size]);
    }

    private void WriteVarintSlowly(ulong value)
    {
        if (_span.Length - _position >= LongestVarint)
        {
            _position += Put(_span[_position..], value);
            return;
        }

        Span<byte> bytes = stackalloc byte[LongestVarint];
        WriteRaw(bytes[..Put(bytes, value)]);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Put(Span<byte> room, ulong value)
    {
        var i = 0;
        for (; value > 0x7F; value >>= 7)
        {
            room[i++] = (byte)(value | 0x80);
        }

        room[i++] = (byte)value;
        return i;
    }

    // Never requests more than the measured size: a message that needs more was changed after it was measured.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void NextSpan()
    {
        if (_unfetched == 0 || _output is null)
        {
            ThrowChanged();
        }

        _output.Advance(_position);
        _position = 0;
        _span = _output.GetSpan(1);
        if (_span.Length > _unfetched)
        {
            _span = _span[.._unfetched];
        }

        _unfetched -= _span.Length;
    }

    [DoesNotReturn]
    private static void ThrowChanged() => throw new InvalidOperationException(
        "The message was changed between measuring and writing it. Do not change a message until it is written.");
}
