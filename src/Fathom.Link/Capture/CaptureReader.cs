using System.Buffers.Binary;

namespace Fathom.Link.Capture;

/// <summary>Reads the pcapng files that a link writes (<see cref="Fathom.Link.Plans.LinkSpec.Capture"/>): one section, little-endian, two
/// interfaces.</summary>
public static class CaptureReader
{
    private const uint SectionHeader = 0x0A0D0D0A;
    private const uint EnhancedPacket = 6;
    private const int FlagsOption = 2;

    /// <summary>The packets, in the order of the file.</summary>
    /// <exception cref="InvalidDataException">The file is not such a capture, or ends within a block.</exception>
    public static IReadOnlyList<CapturedPacket> Read(string path) => Read(File.ReadAllBytes(path), path);

    /// <inheritdoc cref="Read(string)"/>
    /// <param name="rest">The bytes of the file.</param>
    /// <param name="path">Its name, for messages.</param>
    internal static IReadOnlyList<CapturedPacket> Read(ReadOnlyMemory<byte> rest, string path)
    {
        var packets = new List<CapturedPacket>();
        if (rest.Length < 12 || Number(rest.Span) != SectionHeader)
        {
            throw new InvalidDataException($"'{path}' is not a capture of a link: it does not start with a pcapng section.");
        }

        while (rest.Length > 0)
        {
            var length = rest.Length < 12 ? 0 : (int)Number(rest.Span[4..]);
            if (length < 12 || length > rest.Length || length % 4 != 0)
            {
                throw new InvalidDataException($"'{path}' ends within a block: the link that wrote it was ended by force.");
            }

            if (Number(rest.Span) == EnhancedPacket)
            {
                packets.Add(Packet(rest[8..(length - 4)]) ?? throw new InvalidDataException(
                    $"'{path}' is damaged: packet {packets.Count + 1} has other lengths than its block."));
            }

            rest = rest[length..];
        }

        return packets;
    }

    // draft-ietf-opsawg-pcapng, section 4.3: interface, time (high, low), captured and original length, packet, options.
    private static CapturedPacket? Packet(ReadOnlyMemory<byte> block)
    {
        var bytes = block.Span;
        var length = bytes.Length < 28 ? uint.MaxValue : Number(bytes[12..]);
        // With its padding and the options that a link writes: a block is a multiple of four.
        if (length > bytes.Length - 28)
        {
            return null;
        }

        var options = bytes[(20 + (((int)length + 3) & ~3))..];

        var sent = BinaryPrimitives.ReadUInt16LittleEndian(options) == FlagsOption && (options[4] & 3) == 2;
        var time = ((long)Number(bytes[4..]) << 32) | Number(bytes[8..]);
        return new CapturedPacket(Number(bytes) == 1, sent, time, block.Slice(20, (int)length));
    }

    private static uint Number(ReadOnlySpan<byte> bytes) => BinaryPrimitives.ReadUInt32LittleEndian(bytes);
}

/// <summary>A captured packet.</summary>
/// <param name="AtFarEnd">True if captured at the far end, false at the near end.</param>
/// <param name="Sent">True if that end sent it, false if it received it.</param>
/// <param name="Time">Nanoseconds since 1970-01-01 UTC.</param>
/// <param name="Bytes">The packet, from its IP header on.</param>
public sealed record CapturedPacket(bool AtFarEnd, bool Sent, long Time, ReadOnlyMemory<byte> Bytes);
