using System.Diagnostics;

namespace Fathom.Link.Capture;

/// <summary>
/// A pcapng file that is written while a link runs. The forwarding thread fills a block and never waits; a writer thread writes full
/// blocks. If the disk is too slow, packets are omitted from the file and counted in its statistics. <see cref="Add"/> is for one thread;
/// call <see cref="Dispose"/> after its last call.
/// </summary>
internal sealed class CaptureFile : IDisposable
{
    private readonly CaptureWriter _writer;
    private readonly long _epochOffset;
    private readonly long[] _omitted;
    private byte[]? _block;
    private int _used;
    private long _handedOver;

    /// <param name="path">Path of the file; an existing file is replaced.</param>
    /// <param name="interfaces">The interfaces' names, in the order of their numbers.</param>
    /// <param name="snapLength">The largest packet.</param>
    /// <param name="time">Clock for the epoch; the time between packets is monotonic.</param>
    public CaptureFile(string path, IReadOnlyList<string> interfaces, int snapLength, TimeProvider time)
    {
        _writer = new CaptureWriter(path);
        _epochOffset = ((time.GetUtcNow() - DateTimeOffset.UnixEpoch).Ticks * 100) - Stopwatch.GetTimestamp();
        _omitted = new long[interfaces.Count];
        _writer.TryRent(out _block);
        _used = PcapngBlocks.SectionHeader(_block);
        foreach (var name in interfaces)
        {
            _used += PcapngBlocks.Interface(_block.AsSpan(_used), name, snapLength);
        }

        HandOver();
    }

    /// <summary>The write error, or null. After it nothing more is written.</summary>
    public Exception? Fault => _writer.Fault;

    /// <summary>Packets missing from the file because the disk was too slow.</summary>
    public long Omitted => _omitted.Sum();

    /// <summary>Adds a packet.</summary>
    /// <param name="interface">Its interface's number.</param>
    /// <param name="now">Monotonic nanoseconds (<see cref="Stopwatch.GetTimestamp"/>).</param>
    /// <param name="packet">The packet.</param>
    /// <param name="outbound">Whether the interface sent it.</param>
    public void Add(int @interface, long now, ReadOnlySpan<byte> packet, bool outbound)
    {
        if (_used + packet.Length + PcapngBlocks.PacketOverhead > CaptureWriter.BlockBytes || now - _handedOver > Stopwatch.Frequency)
        {
            HandOver();
            _handedOver = now;
        }

        if (_block is null && !_writer.TryRent(out _block))
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

        _writer.Write(statistics, length);
        _writer.Dispose();
    }

    private void HandOver()
    {
        if (_block is not null && _used > 0)
        {
            _writer.Write(_block, _used);
            _block = null;
        }

        _used = 0;
    }
}
