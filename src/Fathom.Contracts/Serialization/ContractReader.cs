using System.Buffers;
using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Fathom.Contracts.Serialization;

/// <summary>Reads one message from the segments of a transport's buffer. Never reads beyond the current message or packed list, and
/// allocates memory for a length only if the input contains that many bytes. Owned by the calling method; borrows the input.</summary>
public ref struct ContractReader
{
    /// <summary>Minimum size in bytes for sharing memory instead of copying it. Copying less is cheap.</summary>
    public const int DefaultShareThreshold = 64 * 1024;

    // The current message is [_position, _end) of the current segment, followed by _beyond bytes of later segments.
    private ReadOnlySpan<byte> _segment;
    private int _position;
    private int _end;
    private int _beyond;
    private SegmentCursor _cursor;
    private ReadLimits _limits;

    /// <summary>Creates a reader at the start of the outermost message, which is the entire input.</summary>
    /// <exception cref="MalformedMessageException">The input is larger than <see cref="ContractReadOptions.MaxMessageSize"/>.</exception>
    public ContractReader(in ReadOnlySequence<byte> input, ContractReadOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        if (input.Length > options.MaxMessageSize)
        {
            throw new MalformedMessageException($"The message has {input.Length} bytes; at most {options.MaxMessageSize} are accepted "
                + "(ContractReadOptions.MaxMessageSize).");
        }

        _segment = input.FirstSpan;
        _end = _segment.Length;
        _beyond = (int)input.Length - _end;
        ShareMemory = options.ShareMemory;
        _cursor = new SegmentCursor(input, options.ShareMemory, hasMore: _beyond > 0);
        _limits = new ReadLimits(options, input.Length);
    }

    /// <summary>Whether <see cref="ReadOnlyMemory{T}"/> values can be slices of the input.</summary>
    internal bool ShareMemory { get; }

    /// <summary>Unread bytes of the current message or packed list.</summary>
    internal readonly int Remaining => _end - _position + _beyond;

    /// <summary>The unread bytes of the current message or packed list that are in the current segment.</summary>
    internal readonly ReadOnlySpan<byte> Window => _segment[_position.._end];

    /// <summary>Reads the next tag. Returns 0 at the end of the message.</summary>
    /// <exception cref="MalformedMessageException">The tag is truncated, has more than 32 bits, or has field number 0.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint ReadTag()
    {
        var position = _position;
        if (position < _end && _segment[position] is var first and >= 8 and < 0x80)
        {
            _position = position + 1;
            return first;
        }

        return ReadTagSlowly();
    }

    /// <summary>Reads the next tag if it is the given one-byte tag. Otherwise returns false and reads nothing.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryReadTag1(byte tag)
    {
        var position = _position;
        if (position < _end && _segment[position] == tag)
        {
            _position = position + 1;
            return true;
        }

        return false;
    }

    /// <summary>Reads a varint and discards its upper 32 bits, as protobuf requires.</summary>
    /// <exception cref="MalformedMessageException">The varint is truncated, or longer than 10 bytes.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint ReadVarint32()
    {
        var position = _position;
        if (position < _end && _segment[position] is var first and < 0x80)
        {
            _position = position + 1;
            return first;
        }

        return (uint)ReadVarintSlowly();
    }

    /// <summary>Reads a varint of up to 64 bits.</summary>
    /// <exception cref="MalformedMessageException">The varint is truncated, or longer than 10 bytes.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong ReadVarint64()
    {
        var position = _position;
        if (position < _end && _segment[position] is var first and < 0x80)
        {
            _position = position + 1;
            return first;
        }

        return ReadVarintSlowly();
    }

    /// <summary>Reads 4 bytes, little-endian.</summary>
    /// <exception cref="MalformedMessageException">The value is truncated.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public uint ReadFixed32()
    {
        if (_end - _position >= sizeof(uint))
        {
            var value = BinaryPrimitives.ReadUInt32LittleEndian(_segment[_position..]);
            _position += sizeof(uint);
            return value;
        }

        return (uint)ReadFixedAcross(sizeof(uint));
    }

    /// <summary>Reads 8 bytes, little-endian.</summary>
    /// <exception cref="MalformedMessageException">The value is truncated.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong ReadFixed64()
    {
        if (_end - _position >= sizeof(ulong))
        {
            var value = BinaryPrimitives.ReadUInt64LittleEndian(_segment[_position..]);
            _position += sizeof(ulong);
            return value;
        }

        return ReadFixedAcross(sizeof(ulong));
    }

    /// <summary>Reads a length prefix. The current message has at least that many bytes left.</summary>
    /// <exception cref="MalformedMessageException">The length is truncated, or exceeds the remaining bytes of the message.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int ReadLength()
    {
        var length = ReadVarint64();
        if (length > (ulong)Remaining)
        {
            ThrowLength(length);
        }

        return (int)length;
    }

    /// <summary>Begins a nested message at its length prefix. Until <see cref="EndMessage"/> only its fields are read.</summary>
    /// <returns>The value to pass to <see cref="EndMessage"/>.</returns>
    /// <exception cref="MalformedMessageException">The message is truncated, or nested deeper than
    /// <see cref="ContractReadOptions.MaxDepth"/>.</exception>
    public int BeginMessage()
    {
        Descend();
        return BeginPacked();
    }

    /// <summary>Ends a nested message, all of which must have been read.</summary>
    public void EndMessage(int outer)
    {
        Ascend();
        EndPacked(outer);
    }

    /// <summary>Begins a packed list at its length prefix. Until <see cref="EndPacked"/> only its elements are read.</summary>
    /// <returns>The value to pass to <see cref="EndPacked"/>.</returns>
    /// <exception cref="MalformedMessageException">The list is truncated.</exception>
    public int BeginPacked()
    {
        var length = ReadLength();
        var outer = Remaining - length;
        Narrow(length);
        return outer;
    }

    /// <summary>Whether the packed list has another element.</summary>
    public readonly bool HasMore => _position < _end || _beyond > 0;

    /// <summary>Ends a packed list, all of which must have been read.</summary>
    public void EndPacked(int outer) => Narrow(outer);

    /// <summary>Counts bytes that were copied to merge a repeated occurrence of a message field.</summary>
    /// <exception cref="MalformedMessageException">The copied bytes exceed the limit for merging.</exception>
    internal void ChargeMerge(long bytes) => ThrowIf(_limits.ChargeMerge(bytes));

    internal void Descend() => ThrowIf(_limits.Descend());

    internal void Ascend() => _limits.Ascend();

    /// <summary>Fills <paramref name="target"/> with the next bytes of the message, across segments.</summary>
    internal void ReadInto(scoped Span<byte> target)
    {
        if (target.Length > Remaining)
        {
            ThrowLength((ulong)target.Length);
        }

        while (!target.IsEmpty)
        {
            if (_position == _end)
            {
                NextSegment();
            }

            var part = Window[..Math.Min(target.Length, _end - _position)];
            part.CopyTo(target);
            target = target[part.Length..];
            _position += part.Length;
        }
    }

    /// <summary>Reads bytes without a copy if they are in the current segment. The caller has read the length.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal bool TryTake(int length, out ReadOnlySpan<byte> bytes)
    {
        if (length > _end - _position)
        {
            bytes = default;
            return false;
        }

        bytes = _segment.Slice(_position, length);
        _position += length;
        return true;
    }

    /// <summary>Reads bytes as a slice of the input if they are in the current segment. The caller has read the length.</summary>
    internal bool TryShare(int length, out ReadOnlyMemory<byte> memory)
    {
        memory = length <= _end - _position ? _cursor.Memory.Slice(_position, length) : default;
        _position += memory.Length;
        return memory.Length == length;
    }

    /// <summary>Reads bytes that span segments, without a copy. The caller has read the length.</summary>
    internal ReadOnlySequence<byte> TakeAcross(int length)
    {
        var bytes = _cursor.Slice(_position, length);
        for (var left = length; left > 0;)
        {
            if (_position == _end)
            {
                NextSegment();
            }

            var part = Math.Min(left, _end - _position);
            _position += part;
            left -= part;
        }

        return bytes;
    }

    internal readonly MalformedMessageException Malformed(string problem, Exception? inner = null) =>
        new(_cursor.BytesBefore + _position, problem, inner);

    // Not inlined: stackalloc would slow down every caller.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private ulong ReadFixedAcross(int size)
    {
        Span<byte> bytes = stackalloc byte[sizeof(ulong)];
        bytes.Clear();
        ReadInto(bytes[..size]);
        return BinaryPrimitives.ReadUInt64LittleEndian(bytes);
    }

    private void Narrow(int length)
    {
        var rest = _segment.Length - _position;
        _end = _position + Math.Min(length, rest);
        _beyond = length - (_end - _position);
    }

    private uint ReadTagSlowly()
    {
        if (!HasMore)
        {
            return 0;
        }

        var tag = ReadVarintSlowly();
        return tag is >= 8 and <= uint.MaxValue ? (uint)tag
            : throw Malformed($"the tag {tag} has no field number between 1 and 536870911.");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ulong ReadVarintSlowly()
    {
        if (VarintDecoder.TryDecode(Window, out var value, out var length))
        {
            _position += length;
            return value;
        }

        return ReadVarintAcross();
    }

    private ulong ReadVarintAcross()
    {
        var value = 0ul;
        for (var shift = 0; shift < 70; shift += 7)
        {
            if (_position == _end)
            {
                NextSegment();
            }

            var next = _segment[_position++];
            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80)
            {
                return value;
            }
        }

        throw Malformed("a varint is longer than 10 bytes.");
    }

    private void NextSegment()
    {
        if (_beyond == 0)
        {
            throw Malformed("the message ends in the middle of a field.");
        }

        _segment = _cursor.MoveNext(_segment.Length);
        _position = 0;
        _end = Math.Min(_beyond, _segment.Length);
        _beyond -= _end;
    }

    private readonly void ThrowIf(string? problem)
    {
        if (problem is not null)
        {
            throw Malformed(problem);
        }
    }

    [DoesNotReturn]
    private readonly void ThrowLength(ulong length) =>
        throw Malformed($"a field claims {length} bytes, and the message around it has {Remaining} left.");
}
