using Fathom.Link.Packets;
using Fathom.Tests.Link.Impairments;

namespace Fathom.Tests.Link.Packets;

public class TcpPacketWriterTests
{
    [Theory]
    [InlineData(4)]
    [InlineData(6)]
    public void A_reset_goes_to_either_end_from_its_peer(int version)
    {
        var packet = TestSegment.Bytes(true, 105, "world", version: version);
        IpPacket.TryRead(packet, out var ip).ShouldBeTrue();
        TcpSegment.TryRead(ip, out var segment).ShouldBeTrue();
        Span<byte> reset = stackalloc byte[TcpPacketWriter.MaxReset];
        var (from, to, _, _, _) = TestSegment.Read(packet);

        var answer = reset[..TcpPacketWriter.WriteReset(ip, segment, true, 7, reset)];
        TestSegment.Read(answer).ShouldBe((to, from, TcpFlags.Rst, 7u, ""));
        TestSegment.HasRightChecksums(answer).ShouldBeTrue();

        var onward = reset[..TcpPacketWriter.WriteReset(ip, segment, false, 110, reset)];
        TestSegment.Read(onward).ShouldBe((from, to, TcpFlags.Rst, 110u, ""));
        TestSegment.HasRightChecksums(onward).ShouldBeTrue();
    }
}
