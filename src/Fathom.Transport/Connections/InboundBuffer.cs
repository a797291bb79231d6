using System.Buffers;
using System.Buffers.Binary;
using System.Numerics;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Connections;

/// <summary>
/// Received bytes of a stream that are not consumed, contiguous in a pooled array that is held only while there are bytes. The event loop
/// appends and one reader reads, both inside the strand; the bytes of a read stay valid outside until <see cref="Advance"/>.
/// </summary>
internal sealed class InboundBuffer
{
    private const int MinArray = 64;

    // A message declares its size in its prefix. Memory for all of it is allocated once an eighth has arrived: at most a seventh is
    // copied. Up to 64 KiB it doubles: a peer that sent 8 KB of a large message and no more held 64. To double all the way makes an echo of
    // 10 MiB slower by 13 % (5 pairs, 836 and 963 MB/s).
    private const int DeclaredGrowthFactor = 8;
    private const int UntrustedLength = 64 * 1024;

    private byte[] _array = [];
    private byte[]? _dedicated;
    private byte[]? _read;
    private int _start;
    private int _end;
    private int _uncredited;

    public int Length => _end - _start;

    /// <summary>Bytes of memory held, at least <see cref="Length"/>.</summary>
    public int AllocatedBytes => _array.Length + (_read is not null && _read != _array ? _read.Length : 0);

    /// <summary>Size in bytes from which a message gets a buffer of its own, which the reader can keep. For streams of one message: further
    /// bytes would move it to another array.</summary>
    public int DedicatedThreshold { get; set; } = int.MaxValue;

    /// <summary>Whether the bytes are in such a buffer.</summary>
    public bool IsDedicated => _dedicated is not null && _array == _dedicated;

    /// <summary>Whether some of the bytes are not credited to the peer yet.</summary>
    public bool HasPendingCredit => _uncredited > 0;

    /// <summary>The size that the prefix of a message declares, including the prefix.</summary>
    public static long DeclaredLength(ReadOnlySpan<byte> first) =>
        first.Length < MessagePrefix.Size ? 0 : MessagePrefix.Size + BinaryPrimitives.ReadUInt32BigEndian(first[1..]);

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

    /// <summary>Credits all received bytes, because the reader waits for more.</summary>
    /// <returns>The number of bytes to credit.</returns>
    public int CreditAll()
    {
        var credit = _uncredited;
        _uncredited = 0;
        return credit;
    }

    /// <summary>All bytes. Valid until <see cref="Advance"/>.</summary>
    public ReadOnlySequence<byte> Read()
    {
        _read = _array;
        return new ReadOnlySequence<byte>(_array, _start, Length);
    }

    /// <summary>Ends a read and consumes the first <paramref name="consumed"/> bytes.</summary>
    /// <returns>The number of bytes to credit.</returns>
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

    /// <summary>Releases all bytes.</summary>
    /// <returns>The number of bytes to credit.</returns>
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
            // It belongs to the reader from now on.
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
        var (claim, factor) = (DeclaredLength(first), needed < UntrustedLength ? 2 : DeclaredGrowthFactor);
        var size = (int)Math.Max(Math.Max(needed, MinArray), Math.Min(claim, (long)needed * factor));
        // An array of the pool would have room for all of it.
        var isAll = claim >= size && claim <= BitOperations.RoundUpToPowerOf2((uint)size);

        // Not for a compressed message (flag 1): the reader keeps only the decompressed bytes.
        return isAll && claim >= DedicatedThreshold && first[0] == 0 && _dedicated is null
            ? _dedicated = GC.AllocateUninitializedArray<byte>((int)claim)
            : ArrayPool<byte>.Shared.Rent(size);
    }
}
