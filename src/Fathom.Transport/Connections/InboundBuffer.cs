using System.Buffers;
using System.Buffers.Binary;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Connections;

/// <summary>
/// Bytes of one direction of a stream that arrived and are not consumed, contiguous, in an array of the pool that is held only while there
/// are bytes. The loop appends and one reader reads, both inside the gate; what the reader was lent stays as it is outside until it is
/// given back.
/// </summary>
internal sealed class InboundBuffer
{
    private const int MinArray = 64;

    // A message claims its size in five bytes. So much of it must be there before the rest is given room: copied at most a seventh more,
    // and a peer that claims and sends nothing gets nothing.
    private const int DeclaredGrowthFactor = 8;

    private byte[] _array = [];
    private byte[]? _dedicated;
    private byte[]? _read;
    private int _start;
    private int _end;
    private int _uncredited;

    public int Length => _end - _start;

    /// <summary>
    /// The size from which on a message gets memory of its own, which its reader may keep. For a stream of one message: what follows it
    /// would move it into another array.
    /// </summary>
    public int DedicatedThreshold { get; set; } = int.MaxValue;

    /// <summary>Whether what there is lies in such memory.</summary>
    public bool IsDedicated => _dedicated is not null && _array == _dedicated;

    /// <summary>Whether the peer has yet to be given credit for some of the bytes.</summary>
    public bool HasPendingCredit => _uncredited > 0;

    public void Append(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length > _array.Length - _end)
        {
            EnsureCapacity(bytes);
        }

        bytes.CopyTo(_array.AsSpan(_end));
        _end += bytes.Length;
        _uncredited += bytes.Length;
    }

    /// <summary>Whoever reads waits for more: all that has arrived may be replaced by the peer.</summary>
    /// <returns>The bytes to give credit for.</returns>
    public int CreditAll()
    {
        var credit = _uncredited;
        _uncredited = 0;
        return credit;
    }

    /// <summary>All there is; valid until <see cref="Advance"/>.</summary>
    public ReadOnlySequence<byte> Read()
    {
        _read = _array;
        return new ReadOnlySequence<byte>(_array, _start, Length);
    }

    /// <summary>Ends the loan; the first <paramref name="consumed"/> bytes are done with.</summary>
    /// <returns>The bytes to give credit for.</returns>
    public int Advance(int consumed)
    {
        var credit = Math.Clamp(consumed - (Length - _uncredited), 0, _uncredited);
        _uncredited -= credit;
        if (_read is not null && _read != _array)
        {
            ReturnArray(_read);
        }

        _read = null;
        _start += consumed;
        if (_start == _end)
        {
            ReleaseArray();
        }

        return credit;
    }

    /// <summary>Gives up all bytes.</summary>
    /// <returns>The bytes to give credit for.</returns>
    public int Release()
    {
        ReleaseArray();
        return CreditAll();
    }

    private void ReleaseArray()
    {
        if (_array != _read)
        {
            ReturnArray(_array);
        }

        (_array, _start, _end) = ([], 0, 0);
    }

    private void ReturnArray(byte[] array)
    {
        if (array == _dedicated)
        {
            // Its reader's from now on.
            _dedicated = null;
        }
        else if (array.Length > 0)
        {
            ArrayPool<byte>.Shared.Return(array);
        }
    }

    private void EnsureCapacity(ReadOnlySpan<byte> added)
    {
        var needed = Length + added.Length;
        if (needed <= _array.Length / 2 && _array != _read)
        {
            _array.AsSpan(_start, Length).CopyTo(_array);
            (_start, _end) = (0, Length);
            return;
        }

        var larger = Allocate(needed, Length > 0 ? _array.AsSpan(_start, Length) : added);
        _array.AsSpan(_start, Length).CopyTo(larger);
        if (_array != _read)
        {
            ReturnArray(_array);
        }

        (_array, _start, _end) = (larger, 0, Length);
    }

    private byte[] Allocate(int needed, ReadOnlySpan<byte> first)
    {
        var claim = DeclaredLength(first);
        var size = (int)Math.Max(Math.Max(needed, MinArray), Math.Min(claim, (long)needed * DeclaredGrowthFactor));

        // What is compressed (a flag that is not 0) is no part of the message that it becomes: nobody would keep it.
        return size == claim && size >= DedicatedThreshold && first[0] == 0 && _dedicated is null
            ? _dedicated = GC.AllocateUninitializedArray<byte>(size)
            : ArrayPool<byte>.Shared.Rent(size);
    }

    /// <summary>Bytes of the message that begins here, by its prefix.</summary>
    private static long DeclaredLength(ReadOnlySpan<byte> first) =>
        first.Length < MessagePrefix.Size ? 0 : MessagePrefix.Size + BinaryPrimitives.ReadUInt32BigEndian(first[1..]);
}
