using System.Collections.Concurrent;
using System.Diagnostics;

namespace Fathom.Link.Capture;

/// <summary>
/// A pcapng file that is written while a link runs. The forwarding thread fills a block and never waits; a writer thread writes full
/// blocks. If the disk is too slow, packets are omitted from the file and counted in its statistics. <see cref="Add"/> is for one thread;
/// call <see cref="Dispose"/> after its last call.
/// </summary>
internal sealed class CaptureFile : IDisposable
{
    private const int BlockBytes = 1 << 20;

    // 8 MiB in one flight are 16 MiB at two interfaces, and a disk may stall for longer: up to 64 blocks are allocated.
    private const int Blocks = 8;
    private const int MaxBlocks = 64;

    private readonly FileStream _file;
    private readonly Thread _writer;
    private readonly BlockingCollection<(byte[] Bytes, int Length)> _full = [];
    private readonly ConcurrentQueue<byte[]> _free = new();
    private readonly long _epochOffset;
    private readonly long[] _omitted;
    private byte[]? _block;
    private int _made = Blocks;
    private int _used;
    private long _handedOver;

    /// <param name="path">Path of the file; an existing file is replaced.</param>
    /// <param name="interfaces">The interfaces' names, in the order of their numbers.</param>
    /// <param name="snapLength">The largest packet.</param>
    /// <param name="time">Clock for the epoch; the time between packets is monotonic.</param>
    public CaptureFile(string path, IReadOnlyList<string> interfaces, int snapLength, TimeProvider time)
    {
        _file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read, bufferSize: 0);
        _epochOffset = ((time.GetUtcNow() - DateTimeOffset.UnixEpoch).Ticks * 100) - Stopwatch.GetTimestamp();
        _omitted = new long[interfaces.Count];
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

    /// <summary>The write error, or null. After it nothing more is written.</summary>
    public Exception? Fault { get; private set; }

    /// <summary>Packets missing from the file because the disk was too slow.</summary>
    public long Omitted => _omitted.Sum();

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

        if (_block is null && !TryDequeue(out _block))
        {
            _omitted[@interface]++;
            return;
        }

        _used += PcapngBlocks.Packet(_block.AsSpan(_used), @interface, now + _epochOffset, packet, outbound);
    }

    /// <summary>Writes the remaining packets and the statistics.</summary>
    public void Dispose()
    {
        HandOver();
        var statistics = new byte[256];
        var length = 0;
        for (var i = 0; i < _omitted.Length; i++)
        {
            length += PcapngBlocks.Statistics(statistics.AsSpan(length), i, Stopwatch.GetTimestamp() + _epochOffset, _omitted[i]);
        }

        _full.Add((statistics, length));
        _full.CompleteAdding();
        _writer.Join();
        _file.Dispose();
        _full.Dispose();
    }

    private bool TryDequeue(out byte[]? block)
    {
        if (!_free.TryDequeue(out block) && _made < MaxBlocks)
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
