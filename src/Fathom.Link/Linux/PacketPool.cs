using System.Runtime.InteropServices;

namespace Fathom.Link.Linux;

/// <summary>
/// Buffers for packets, by number. Memory comes in pinned slabs as it is first needed, is used again, and has a bound: with none left, a
/// packet is dropped. Owned by the forwarding thread.
/// </summary>
internal sealed class PacketPool
{
    private const int SlabPackets = 256;
    private const long MostBytes = 128 << 20;

    private readonly int _size;
    private readonly byte[][] _slabs;
    private readonly int[] _lengths;
    private readonly Stack<int> _free;
    private int _made;

    /// <param name="mtu">The largest packet, bytes.</param>
    public PacketPool(int mtu)
    {
        // A cache line's multiple, so that packets share none.
        _size = (mtu + 63) & ~63;
        var slabs = (int)Math.Max(4, MostBytes / ((long)_size * SlabPackets));
        _slabs = new byte[slabs][];
        _lengths = new int[slabs * SlabPackets];
        _free = new Stack<int>(_lengths.Length);
    }

    /// <summary>The most packets there can be.</summary>
    public int Capacity => _lengths.Length;

    public bool TryRent(out int slot)
    {
        if (_free.TryPop(out slot))
        {
            return true;
        }

        if (_made == _lengths.Length)
        {
            return false;
        }

        _slabs[_made / SlabPackets] ??= GC.AllocateUninitializedArray<byte>(_size * SlabPackets, pinned: true);
        slot = _made++;
        return true;
    }

    public void Return(int slot) => _free.Push(slot);

    public void SetLength(int slot, int bytes) => _lengths[slot] = bytes;

    public int LengthOf(int slot) => _lengths[slot];

    /// <summary>The whole buffer.</summary>
    public Span<byte> Buffer(int slot) =>
        MemoryMarshal.CreateSpan(ref MemoryMarshal.GetArrayDataReference(_slabs[slot / SlabPackets]), _size * SlabPackets)
            .Slice(slot % SlabPackets * _size, _size);

    /// <summary>The packet in it.</summary>
    public Span<byte> Packet(int slot) => Buffer(slot)[.._lengths[slot]];
}
