using System.Runtime.InteropServices;

namespace Fathom.Link.Linux;

/// <summary>
/// Pool of packet buffers, addressed by slot number. Memory is allocated in pinned slabs on demand and reused, up to 128 MiB; without a
/// free buffer a packet is dropped. Used by the forwarding thread only.
/// </summary>
internal sealed class PacketPool
{
    private const int SlabPackets = 256;
    private const long MaxBytes = 128 << 20;

    private readonly int _size;
    private readonly byte[][] _slabs;
    private readonly int[] _lengths;
    private readonly Stack<int> _free;
    private int _made;

    /// <param name="mtu">The largest packet, bytes.</param>
    public PacketPool(int mtu)
    {
        // A multiple of the cache line, so that no two packets share one.
        _size = (mtu + 63) & ~63;
        var slabs = (int)Math.Max(4, MaxBytes / ((long)_size * SlabPackets));
        _slabs = new byte[slabs][];
        _lengths = new int[slabs * SlabPackets];
        _free = new Stack<int>(_lengths.Length);
    }

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
