using System.Buffers;
using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;
using System.Numerics;
using System.Runtime.CompilerServices;

namespace Fathom.Contracts.Serialization;

/// <summary>
/// Reads one message from the segments of a transport's buffer. What it hands out never reaches beyond the innermost message or list that
/// was begun, and it allocates for a length only after it has seen that the input holds as many bytes. Owned by the method that reads; it
/// borrows the input.
/// </summary>
public ref struct ContractReader
{
    /// <summary>Bytes of a message whose blobs are worth sharing with it. To copy less costs little, and keeps less where a blob is not
    /// most of the message.</summary>
    public const int DefaultShareThreshold = 64 * 1024;

    private const ulong UpperBits = 0x8080_8080_8080_8080;

    // The window [_position, _end) of the current segment belongs to the innermost message, and so do _beyond bytes of the segments after
    // it.
    private ReadOnlySpan<byte> _segment;
    private int _position;
    private int _end;
    private int _beyond;

    private readonly ReadOnlySequence<byte> _input;
    private readonly ContractReadOptions _options;
    private ReadOnlyMemory<byte> _memory;
    private SequencePosition _start;
    private SequencePosition _next;
    private long _before;
    private int _depth;
    private long _mergeAllowance;

    /// <summary>Begins with the outermost message: all of the input.</summary>
    /// <exception cref="MalformedMessageException">The input is larger than <see cref="ContractReadOptions.MaxMessageSize"/>.</exception>
    public ContractReader(in ReadOnlySequence<byte> input, ContractReadOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        if (input.Length > options.MaxMessageSize)
        {
            throw new MalformedMessageException(
                $"The message has {input.Length} bytes; at most {options.MaxMessageSize} are accepted (ContractReadOptions.MaxMessageSize).");
        }

        _input = input;
        _options = options;
        _start = _next = input.Start;
        _mergeAllowance = 4096 + (4 * input.Length);
        _depth = 1;
        _segment = input.FirstSpan;
        _end = _segment.Length;
        _beyond = (int)input.Length - _end;
        // Most messages lie in one segment and are copied from it.
        if (options.ShareMemory)
        {
            _memory = input.First;
        }

        if (_beyond > 0)
        {
            input.TryGet(ref _next, out _);
        }
    }

    internal readonly bool ShareMemory => _options.ShareMemory;

    /// <summary>Bytes left of the innermost message.</summary>
    internal readonly int Remaining => _end - _position + _beyond;

    /// <summary>What of the innermost message lies in the current segment.</summary>
    internal readonly ReadOnlySpan<byte> Window => _segment[_position.._end];

    /// <summary>The next tag, or 0 at the end of the message.</summary>
    /// <exception cref="MalformedMessageException">Cut off, more than 32 bits, or field number 0.</exception>
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

    /// <summary>Takes a tag of one byte if it comes next, and else nothing.</summary>
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

    /// <summary>A varint, its upper 32 bits dropped as protobuf demands.</summary>
    /// <exception cref="MalformedMessageException">Cut off, or longer than 10 bytes.</exception>
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

    /// <summary>A varint.</summary>
    /// <exception cref="MalformedMessageException">Cut off, or longer than 10 bytes.</exception>
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

    /// <summary>4 bytes, the least significant first.</summary>
    /// <exception cref="MalformedMessageException">Cut off.</exception>
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

    /// <summary>8 bytes, the least significant first.</summary>
    /// <exception cref="MalformedMessageException">Cut off.</exception>
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

    /// <summary>A length that the rest of the message backs.</summary>
    /// <exception cref="MalformedMessageException">Cut off, or more than the message has left.</exception>
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

    /// <summary>Begins a nested message: until <see cref="EndMessage"/> only its fields are seen.</summary>
    /// <returns>For <see cref="EndMessage"/>.</returns>
    /// <exception cref="MalformedMessageException">Cut off, or nested deeper than <see cref="ContractReadOptions.MaxDepth"/>.</exception>
    public int BeginMessage()
    {
        Descend();
        return BeginPacked();
    }

    /// <summary>Ends a nested message, all of which was read.</summary>
    public void EndMessage(int outer)
    {
        _depth--;
        EndPacked(outer);
    }

    /// <summary>Begins a packed list: until <see cref="EndPacked"/> only its elements are seen.</summary>
    /// <returns>For <see cref="EndPacked"/>.</returns>
    /// <exception cref="MalformedMessageException">Cut off.</exception>
    public int BeginPacked()
    {
        var length = ReadLength();
        var outer = Remaining - length;
        Narrow(length);
        return outer;
    }

    /// <summary>Whether a packed list has another element.</summary>
    public readonly bool HasMore => _position < _end || _beyond > 0;

    /// <summary>Ends a packed list, all of which was read.</summary>
    public void EndPacked(int outer) => Narrow(outer);

    /// <summary>
    /// A copy to merge a repeated occurrence of a message into. Merging n occurrences copies n times where the contract's own collection
    /// cannot grow; beyond a few times the size of the input that is an attack.
    /// </summary>
    /// <exception cref="MalformedMessageException">The copies exceed the allowance.</exception>
    internal void ChargeMerge(long bytes)
    {
        _mergeAllowance -= bytes;
        if (_mergeAllowance < 0)
        {
            throw Malformed(
                "a singular message field occurs so often that merging its occurrences costs several times the message; send it once.");
        }
    }

    internal void Descend()
    {
        if (++_depth > _options.MaxDepth)
        {
            throw Malformed($"messages are nested deeper than {_options.MaxDepth} levels (ContractReadOptions.MaxDepth).");
        }
    }

    internal void Ascend() => _depth--;

    /// <summary>Fills a span from the message, across segments.</summary>
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

    /// <summary>The next bytes where they lie, if they lie in one segment. The caller has read their length.</summary>
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

    /// <summary>The next bytes as memory of the input, if they lie in one segment. The caller has read their length.</summary>
    internal bool TryShare(int length, out ReadOnlyMemory<byte> memory)
    {
        memory = length <= _end - _position ? _memory.Slice(_position, length) : default;
        _position += memory.Length;
        return memory.Length == length;
    }

    /// <summary>The next bytes, which span segments. The caller has read their length.</summary>
    internal ReadOnlySequence<byte> TakeAcross(int length)
    {
        var bytes = _input.Slice(_input.GetPosition(_position, _start), length);
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
        new(_before + _position, problem, inner);

    // Apart from its callers: memory of the stack in them would cost all who take them in.
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
        if (tag is < 8 or > uint.MaxValue)
        {
            throw Malformed($"the tag {tag} has no field number between 1 and 536870911.");
        }

        return (uint)tag;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ulong ReadVarintSlowly()
    {
        var window = Window;
        if (window.Length >= sizeof(ulong))
        {
            // Eight bytes at once, however many of them are the value: without a step, and a guess of the processor, for each.
            var bytes = BinaryPrimitives.ReadUInt64LittleEndian(window);
            var last = BitOperations.TrailingZeroCount(~bytes & UpperBits);
            if (last < 8 * sizeof(ulong))
            {
                _position += (last / 8) + 1;
                return Join7(bytes & (ulong.MaxValue >> (63 - last)));
            }
        }

        var value = 0ul;
        for (var i = 0; i < window.Length && i < 10; i++)
        {
            var next = window[i];
            value |= (ulong)(next & 0x7F) << (7 * i);
            if (next < 0x80)
            {
                _position += i + 1;
                return value;
            }
        }

        return ReadVarintAcross();
    }

    // The lower 7 bits of each of 8 bytes: joined by twos, then by fours, then all.
    private static ulong Join7(ulong bytes)
    {
        bytes &= ~UpperBits;
        bytes = (bytes & 0x007F_007F_007F_007F) | ((bytes & 0x7F00_7F00_7F00_7F00) >> 1);
        bytes = (bytes & 0x0000_3FFF_0000_3FFF) | ((bytes & 0x3FFF_0000_3FFF_0000) >> 2);
        return (bytes & 0x0FFF_FFFF) | ((bytes & 0x0FFF_FFFF_0000_0000) >> 4);
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

        do
        {
            _before += _segment.Length;
            _start = _next;
            _input.TryGet(ref _next, out _memory);
            _segment = _memory.Span;
        }
        while (_segment.IsEmpty);

        _position = 0;
        _end = Math.Min(_beyond, _segment.Length);
        _beyond -= _end;
    }

    [DoesNotReturn]
    private readonly void ThrowLength(ulong length) =>
        throw Malformed($"a field claims {length} bytes, and the message around it has {Remaining} left.");
}
