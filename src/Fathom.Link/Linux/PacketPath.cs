using System.Diagnostics;
using System.Net;
using System.Runtime.InteropServices;
using Fathom.Link.Capture;
using Fathom.Link.Impairments;
using Fathom.Link.Packets;

namespace Fathom.Link.Linux;

/// <summary>Forwards one direction: reads packets from one device, passes them through the emulator, writes them to the other device. Used
/// by the forwarding thread only.</summary>
internal sealed class PacketPath(
    PacketPathEnds ends, DirectionEmulator emulator, PacketPool pool, CaptureFile? capture, ConnectionBreaker breaker)
{
    private readonly byte[] _to4 = ends.To4.GetAddressBytes();
    private readonly byte[] _to6 = ends.To6.GetAddressBytes();
    private readonly byte[][] _also = [.. (ends.Also ?? []).Select(a => a.GetAddressBytes())];

    public PacketPathCounters Counters { get; } = new();

    /// <summary>The path back, which resets of broken connections take to the sender of a packet.</summary>
    public PacketPath? Opposite { get; set; }

    public int ReadDescriptor => ends.From;

    public long NextEvent => emulator.NextEvent;

    /// <summary>Reads up to <paramref name="limit"/> packets and delivers due packets in between. Returns whether more may be
    /// waiting.</summary>
    public bool Receive(int limit)
    {
        for (var i = 0; i < limit; i++)
        {
            if (!pool.TryRent(out var slot))
            {
                return Discard();
            }

            var buffer = pool.Buffer(slot);
            var read = (int)SystemCalls.Read(ends.From, ref MemoryMarshal.GetReference(buffer), buffer.Length);
            if (read <= 0)
            {
                pool.Return(slot);
                return read < 0 && Marshal.GetLastPInvokeError() is var error and not SystemCalls.TryAgain && Retry(error);
            }

            pool.SetLength(slot, read);
            var now = Stopwatch.GetTimestamp();
            Accept(slot, now);
            Deliver(now);
        }

        return true;
    }

    /// <summary>Puts other impairments in force. Packets under way arrive when they were due; packets that wait for the line wait for the
    /// new one.</summary>
    public void Change(DirectionPlan plan) => emulator.Change(plan, Stopwatch.GetTimestamp());

    /// <summary>Writes all packets that are due.</summary>
    public void Deliver(long now)
    {
        while (emulator.TryDequeue(now, out var departure))
        {
            if (departure.Dropped)
            {
                Counters.QueueDropped++;
            }
            else
            {
                Write(departure, now);
            }

            pool.Return(departure.Slot);
        }

        Counters.RecordQueue(emulator);
    }

    private void Accept(int slot, long now)
    {
        var packet = pool.Packet(slot);
        if (!IsForOtherEnd(packet))
        {
            Counters.Misaddressed++;
            pool.Return(slot);
            return;
        }

        Counters.Packets++;
        Counters.Bytes += packet.Length;
        capture?.Add(ends.FromInterface, now, packet, outbound: true);
        var impairment = emulator.NextImpairment(packet.Length);
        if (impairment.Lost || impairment.TooLarge)
        {
            _ = impairment.TooLarge ? Counters.TooLarge++ : Counters.Lost++;
            pool.Return(slot);
            return;
        }

        var verdict = breaker.Judge(packet, isUp: ends.FromInterface == 0);
        Counters.Broken += verdict.Breaks ? 1 : 0;
        if (verdict.ResetSender is { } expected)
        {
            Opposite!.EnqueueReset(Opposite.RentReset(packet, true, expected), now);
        }

        if (verdict.Length == 0)
        {
            Counters.BreakDropped++;
            pool.Return(slot);
            return;
        }

        packet = packet[..verdict.Length];
        pool.SetLength(slot, verdict.Length);
        int? reset = verdict.ResetReceiver is { } next ? RentReset(packet, false, next) : null;
        if (impairment.CorruptedBit >= 0 && impairment.CorruptedBit < packet.Length * 8)
        {
            Counters.Corrupted++;
            packet[impairment.CorruptedBit / 8] ^= (byte)(1 << (impairment.CorruptedBit % 8));
        }

        Enqueue(slot, now);
        if (impairment.Duplicated)
        {
            Duplicate(packet, now);
        }

        EnqueueReset(reset, now);
    }

    // Null without memory for it: a reset may be lost like any packet.
    private int? RentReset(ReadOnlySpan<byte> of, bool answer, uint sequence)
    {
        if (!pool.TryRent(out var slot))
        {
            Counters.Overflowed++;
            return null;
        }

        IpPacket.TryRead(of, out var packet);
        TcpSegment.TryRead(packet, out var segment);
        pool.SetLength(slot, TcpPacketWriter.WriteReset(packet, segment, answer, sequence, pool.Buffer(slot)));
        return slot;
    }

    private void EnqueueReset(int? slot, long now)
    {
        if (slot is { } reset)
        {
            Enqueue(reset, now);
        }
    }

    private void Duplicate(ReadOnlySpan<byte> packet, long now)
    {
        if (!pool.TryRent(out var slot))
        {
            Counters.Overflowed++;
            return;
        }

        Counters.Duplicated++;
        packet.CopyTo(pool.Buffer(slot));
        pool.SetLength(slot, packet.Length);
        Enqueue(slot, now);
    }

    private void Enqueue(int slot, long now)
    {
        if (!emulator.TryEnqueue(slot, pool.LengthOf(slot), now))
        {
            Counters.QueueDropped++;
            pool.Return(slot);
        }
    }

    private void Write(in Departure departure, long now)
    {
        var packet = pool.Packet(departure.Slot);
        var late = now - departure.Due;
        Counters.TotalLateness += late;
        Counters.MaxLateness = Math.Max(Counters.MaxLateness, late);
        capture?.Add(ends.ToInterface, now, packet, outbound: false);
        if (SystemCalls.Write(ends.To, ref MemoryMarshal.GetReference(packet), packet.Length) == packet.Length)
        {
            Counters.Delivered++;
            Counters.DeliveredBytes += packet.Length;
            return;
        }

        // EINVAL: the corrupted bit was in the IP version. EIO: the user took the device down.
        var error = Marshal.GetLastPInvokeError();
        if (error is not (SystemCalls.InvalidArgument or SystemCalls.InputOutput or SystemCalls.NoBuffers or SystemCalls.TryAgain))
        {
            throw new SystemCallException("write(tun)", error);
        }

        Counters.Refused++;
    }

    // Memory is full. Packets must still be read, or the device would queue them and deliver them late.
    private bool Discard()
    {
        Span<byte> nowhere = stackalloc byte[64];
        if (SystemCalls.Read(ends.From, ref nowhere[0], nowhere.Length) < 0)
        {
            return Marshal.GetLastPInvokeError() is var error and not SystemCalls.TryAgain && Retry(error);
        }

        Counters.Packets++;
        Counters.Overflowed++;
        return true;
    }

    private static bool Retry(int error) => error == SystemCalls.Interrupted ? true : throw new SystemCallException("read(tun)", error);

    private bool IsForOtherEnd(ReadOnlySpan<byte> bytes) =>
        IpPacket.TryRead(bytes, out var packet)
            && (packet.Destination.SequenceEqual(packet.Version == 4 ? _to4 : _to6) || IsAlso(packet.Destination));

    private bool IsAlso(ReadOnlySpan<byte> destination)
    {
        foreach (var address in _also)
        {
            if (destination.SequenceEqual(address))
            {
                return true;
            }
        }

        return false;
    }
}

/// <summary>The two devices of a path.</summary>
/// <param name="From">The device that is read: an open, non-blocking descriptor.</param>
/// <param name="To">The device that is written, likewise.</param>
/// <param name="To4">IPv4 address of the receiving end.</param>
/// <param name="To6">IPv6 address of the receiving end.</param>
/// <param name="FromInterface">The first device's number in a capture.</param>
/// <param name="ToInterface">The second device's number in a capture.</param>
/// <param name="Also">Further IPv4 addresses of the receiving end; null for none.</param>
internal sealed record PacketPathEnds(
    int From, int To, IPAddress To4, IPAddress To6, int FromInterface, int ToInterface, IReadOnlyList<IPAddress>? Also = null);
