using System.Collections.Concurrent;
using System.Diagnostics;

namespace Fathom.Link.Capture;

/// <summary>
/// A pcapng file that grows while a link runs. The forwarding thread owns the block being filled and never waits: a thread of this object's
/// own writes full blocks, and where the disk does not keep up packets are left out of the file and counted in its statistics.
/// <see cref="Add"/> is for one thread; <see cref="Dispose"/> comes after its last call.
/// </summary>
internal sealed class CaptureFile : IDisposable
{
    private const int BlockBytes = 1 << 20;

    // 8 MiB that arrive in one flight are 16 at two interfaces, while a disk stood still for longer than that takes: further blocks are
    // made where none is free.
    private const int Blocks = 8;
    private const int MostBlocks = 64;

    private readonly FileStream _file;
    private readonly Thread _writer;
    private readonly BlockingCollection<(byte[] Bytes, int Length)> _full = [];
    private readonly ConcurrentQueue<byte[]> _free = new();
    private readonly long _epochOffset;
    private readonly long[] _leftOut;
    private byte[]? _block;
    private int _made = Blocks;
    private int _used;
    private long _handedOver;

    /// <param name="path">Where; a file that is there is replaced.</param>
    /// <param name="interfaces">The interfaces' names, in the order of their numbers.</param>
    /// <param name="snapLength">The largest packet.</param>
    /// <param name="time">For the epoch; what is between packets is monotonic.</param>
    public CaptureFile(string path, IReadOnlyList<string> interfaces, int snapLength, TimeProvider time)
    {
        _file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read, bufferSize: 0);
        _epochOffset = ((time.GetUtcNow() - DateTimeOffset.UnixEpoch).Ticks * 100) - Stopwatch.GetTimestamp();
        _leftOut = new long[interfaces.Count];
        for (var i = 0; i < Blocks; i++)
        {
            _free.Enqueue(new byte[BlockBytes]);
        }

        _free.TryDequeue(out _block);
        _used = PcapngBlocks.SectionHeader(_block);
        foreach (var name in interfaces)
        {
            _used += PcapngBlocks.Interface(_block.AsSpan(_used), name, snapLength);
        }

        HandOver();
        _writer = new Thread(Write) { IsBackground = true, Name = "fathom-capture" };
        _writer.Start();
    }

    /// <summary>What went wrong with the file, or null; nothing more is written then.</summary>
    public Exception? Fault { get; private set; }

    /// <summary>Packets that are not in the file, because the disk did not keep up.</summary>
    public long LeftOut => _leftOut.Sum();

    /// <summary>Adds a packet.</summary>
    /// <param name="interface">Its interface's number.</param>
    /// <param name="now">Monotonic nanoseconds (<see cref="Stopwatch.GetTimestamp"/>).</param>
    /// <param name="packet">The packet.</param>
    /// <param name="outbound">Whether the interface sent it.</param>
    public void Add(int @interface, long now, ReadOnlySpan<byte> packet, bool outbound)
    {
        if (_used + packet.Length + PcapngBlocks.PacketOverhead > BlockBytes || now - _handedOver > Stopwatch.Frequency)
        {
            HandOver();
            _handedOver = now;
        }

        if (_block is null && !TryTake(out _block))
        {
            _leftOut[@interface]++;
            return;
        }

        _used += PcapngBlocks.Packet(_block.AsSpan(_used), @interface, now + _epochOffset, packet, outbound);
    }

    /// <summary>Writes what is left, and how many packets were left out.</summary>
    public void Dispose()
    {
        HandOver();
        var statistics = new byte[256];
        var length = 0;
        for (var i = 0; i < _leftOut.Length; i++)
        {
            length += PcapngBlocks.Statistics(statistics.AsSpan(length), i, Stopwatch.GetTimestamp() + _epochOffset, _leftOut[i]);
        }

        _full.Add((statistics, length));
        _full.CompleteAdding();
        _writer.Join();
        _file.Dispose();
        _full.Dispose();
    }

    private bool TryTake(out byte[]? block)
    {
        if (!_free.TryDequeue(out block) && _made < MostBlocks)
        {
            _made++;
            block = GC.AllocateUninitializedArray<byte>(BlockBytes);
        }

        return block is not null;
    }

    private void HandOver()
    {
        if (_block is not null && _used > 0)
        {
            _full.Add((_block, _used));
            _block = null;
        }

        _used = 0;
    }

    private void Write()
    {
        foreach (var (bytes, length) in _full.GetConsumingEnumerable())
        {
            try
            {
                if (Fault is null)
                {
                    _file.Write(bytes, 0, length);
                }
            }
            catch (IOException e)
            {
                Fault = e;
            }

            if (bytes.Length == BlockBytes)
            {
                _free.Enqueue(bytes);
            }
        }
    }
}
