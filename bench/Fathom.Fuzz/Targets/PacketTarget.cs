using System.Runtime.InteropServices;
using Fathom.Link.Capture;
using Fathom.Link.Flows;
using Fathom.Link.Impairments;
using Fathom.Link.Linux;
using Fathom.Link.Packets;

namespace Fathom.Fuzz.Targets;

/// <summary>IP packets, each with its length in front and a byte that says at which end it was seen, and whether it was sent there. They go
/// through the path of a link, and into the flows of a capture.</summary>
internal static class PacketTarget
{
    private const int Mtu = 1500;

    private static readonly DirectionPlan Plan = new() { Duplicate = 0.5, Corrupt = 0.5, PathMtu = 1400, Loss = new IndependentLoss(0.1) };
    private static readonly PacketPool Pool = new(Mtu);
    private static readonly PacketSocketPair Near = new();
    private static readonly PacketSocketPair Far = new();

    public static void Parse(ReadOnlyMemory<byte> bytes)
    {
        var emulator = new DirectionEmulator(Plan, 1, "up", Mtu);
        var path = new PacketPath(
            new PacketPathEnds(Near.Inside, Far.Inside, LinkAddresses.Far4, LinkAddresses.Far6, 0, 1), emulator, Pool, null,
            new ConnectionBreaker(new(BreakKind.Reset, 1_000), null));
        var input = new FuzzInput(bytes.Span);
        var packets = new List<CapturedPacket>();
        Span<byte> arrived = stackalloc byte[Mtu];
        while (input.Rest.Length > 0)
        {
            var place = input.Byte();
            var packet = input.Piece();
            packets.Add(new CapturedPacket((place & 1) != 0, (place & 2) != 0, packets.Count * 1_000_000L, packet.ToArray()));
            if (!packet.IsEmpty && SystemCalls.Write(Near.Outside, ref MemoryMarshal.GetReference(packet), packet.Length) > 0)
            {
                path.Receive(2);
                while (SystemCalls.Read(Far.Outside, ref arrived[0], arrived.Length) > 0)
                {
                }
            }
        }

        FuzzTarget.Require(emulator.Pending == 0, "a path without delay has kept packets");
        Read(packets);
    }

    /// <summary>A pcapng file.</summary>
    public static void ParseCapture(ReadOnlyMemory<byte> bytes)
    {
        try
        {
            Read(CaptureReader.Read(bytes, "the input"));
        }
        catch (InvalidDataException)
        {
            // What a damaged capture is refused with.
        }
    }

    private static void Read(IReadOnlyList<CapturedPacket> packets)
    {
        foreach (var flow in FlowReader.Read(packets))
        {
            flow.BytesPerRoundTrip();
        }
    }
}
