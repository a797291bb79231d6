using Fathom.Link.Impairments;
using Fathom.Link.Packets;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Link.Impairments;

/// <summary>When a connection of packets breaks, and what each end learns.</summary>
public class ConnectionBreakerTests
{
    [Theory]
    [InlineData(4)]
    [InlineData(6)]
    public void The_segment_that_reaches_the_limit_is_cut_there_and_stays_valid(int version)
    {
        var breaker = Up(BreakKind.Hang, 8);
        Judge(breaker, true, TestSegment.Bytes(true, 99, "", TcpFlags.Syn, version: version)).Length.ShouldBePositive();
        Judge(breaker, true, TestSegment.Bytes(true, 100, "hello", version: version)).Breaks.ShouldBeFalse();
        var packet = TestSegment.Bytes(true, 105, "world", TcpFlags.Ack | TcpFlags.Fin, version: version);

        var verdict = Judge(breaker, true, packet);

        verdict.ShouldBe(new BreakVerdict(packet.Length - 2, true, null, null));
        var (_, _, flags, sequence, data) = TestSegment.Read(packet.AsSpan(0, verdict.Length));
        (flags, sequence, data).ShouldBe((TcpFlags.Ack, 105u, "wor"));
        TestSegment.HasRightChecksums(packet.AsSpan(0, verdict.Length)).ShouldBeTrue();
    }

    [Theory]
    // Of the packet that breaks it; of a later one that goes the same way; of one that comes back.
    [InlineData(BreakKind.Reset, 7, 105, 70, 71)]
    [InlineData(BreakKind.HalfOpen, null, 105, null, 71)]
    [InlineData(BreakKind.Hang, null, null, null, null)]
    public void Each_end_learns_what_the_kind_says(BreakKind kind, int? sender, int? receiver, int? laterSender, int? back)
    {
        var breaker = Up(kind, 5);
        var verdict = Judge(breaker, true, TestSegment.Bytes(true, 100, "hello", acknowledgment: 7));
        (verdict.Breaks, verdict.ResetSender, verdict.ResetReceiver).ShouldBe((true, (uint?)sender, (uint?)receiver));

        Judge(breaker, true, TestSegment.Bytes(true, 105, "more", acknowledgment: 70))
            .ShouldBe(new BreakVerdict(0, false, (uint?)laterSender, null));
        Judge(breaker, false, TestSegment.Bytes(false, 7, "reply", acknowledgment: 71))
            .ShouldBe(new BreakVerdict(0, false, (uint?)back, null));
        Judge(breaker, false, TestSegment.Bytes(false, 7, "", TcpFlags.Rst | TcpFlags.Ack))
            .ShouldBe(new BreakVerdict(0, false, null, null), "a reset is not answered");
    }

    [Fact]
    public void What_is_sent_again_counts_once_and_sequence_numbers_wrap()
    {
        var breaker = Up(BreakKind.Hang, 12);
        Judge(breaker, true, TestSegment.Bytes(true, uint.MaxValue - 4, "", TcpFlags.Syn));
        for (var again = 0; again < 5; again++)
        {
            Judge(breaker, true, TestSegment.Bytes(true, uint.MaxValue - 3, "hello")).Breaks.ShouldBeFalse();
        }

        Judge(breaker, true, TestSegment.Bytes(true, 1, "world")).Breaks.ShouldBeFalse();
        Judge(breaker, true, TestSegment.Bytes(true, uint.MaxValue - 3, "hello")).Breaks.ShouldBeFalse();
        Judge(breaker, true, TestSegment.Bytes(true, 6, "ab")).Breaks.ShouldBeTrue();
    }

    [Fact]
    public void What_follows_lost_bytes_beyond_the_limit_waits_until_they_come()
    {
        var breaker = Up(BreakKind.Reset, 8);
        Judge(breaker, true, TestSegment.Bytes(true, 100, "hello")).Breaks.ShouldBeFalse();
        // Of 105 to 107 nothing came, and the limit is at 108.
        Judge(breaker, true, TestSegment.Bytes(true, 109, "beyond")).ShouldBe(new BreakVerdict(0, false, null, null));
        var acknowledgment = TestSegment.Bytes(true, 115, "");
        Judge(breaker, true, acknowledgment).ShouldBe(BreakVerdict.Pass(acknowledgment.Length));

        var packet = TestSegment.Bytes(true, 105, "world");
        var verdict = Judge(breaker, true, packet);
        verdict.Breaks.ShouldBeTrue();
        TestSegment.Read(packet.AsSpan(0, verdict.Length)).Data.ShouldBe("wor");
    }

    [Fact]
    public void Whatever_is_sent_no_more_passes_than_the_limit()
    {
        const int Limit = 300;
        // Before the beginning, up to the limit and beyond.
        var segments = Gen.Choose(-Limit, 4 * Limit).SelectMany(_ => Gen.Choose(0, Limit), (at, length) => (At: at, Length: length));
        Prop.ForAll(segments.ListOf().ToArbitrary(), sent =>
        {
            var breaker = Up(BreakKind.Hang, Limit);
            Judge(breaker, true, TestSegment.Bytes(true, 999, "", TcpFlags.Syn));
            foreach (var (at, length) in sent)
            {
                var packet = TestSegment.Bytes(true, (uint)(1_000 + at), new string('x', length));
                var verdict = Judge(breaker, true, packet);
                var passed = verdict.Length == 0 ? 0 : TestSegment.Read(packet.AsSpan(0, verdict.Length)).Data.Length;
                (passed == 0 || at + passed <= Limit).ShouldBeTrue($"{passed} bytes from {at}");
            }
        }).QuickCheckThrowOnFailure();
    }

    [Fact]
    public void Connections_count_apart_and_a_new_one_of_the_same_ports_starts_over()
    {
        var breaker = Up(BreakKind.Hang, 5);
        Judge(breaker, true, TestSegment.Bytes(true, 100, "hello")).Breaks.ShouldBeTrue();
        Judge(breaker, true, TestSegment.Bytes(true, 100, "hell", nearPort: 40001)).Breaks.ShouldBeFalse();

        Judge(breaker, true, TestSegment.Bytes(true, 900, "", TcpFlags.Syn)).Length.ShouldBePositive();
        Judge(breaker, true, TestSegment.Bytes(true, 901, "hell")).Length.ShouldBePositive();
        Judge(breaker, true, TestSegment.Bytes(true, 905, "o")).Breaks.ShouldBeTrue();
    }

    [Fact]
    public void The_other_direction_has_a_limit_of_its_own_or_none()
    {
        var breaker = Up(BreakKind.Hang, 5);
        Judge(breaker, false, TestSegment.Bytes(false, 100, new string('x', 1000))).Breaks.ShouldBeFalse();
        Judge(breaker, true, TestSegment.Bytes(true, 100, "hello")).Breaks.ShouldBeTrue();
    }

    [Fact]
    public void After_a_change_bytes_count_from_then_on_and_what_is_broken_stays_so()
    {
        var breaker = new ConnectionBreaker(null, null);
        Judge(breaker, true, TestSegment.Bytes(true, 100, "hello")).Breaks.ShouldBeFalse();
        breaker.Change(new ConnectionBreak(BreakKind.Hang, 5), null);
        Judge(breaker, true, TestSegment.Bytes(true, 105, "worl")).Breaks.ShouldBeFalse();
        Judge(breaker, true, TestSegment.Bytes(true, 109, "d")).Breaks.ShouldBeTrue();
        breaker.Change(null, null);
        Judge(breaker, true, TestSegment.Bytes(true, 110, "more")).Length.ShouldBe(0);
        Judge(breaker, true, TestSegment.Bytes(true, 100, "hello", nearPort: 40001)).Length.ShouldBePositive();
    }

    [Fact]
    public void What_is_no_TCP_passes()
    {
        var breaker = Up(BreakKind.Hang, 1);
        var udp = TestSegment.Bytes(true, 100, "hello");
        udp[9] = 17;
        Judge(breaker, true, udp).ShouldBe(BreakVerdict.Pass(udp.Length));
        Judge(breaker, true, [1, 2, 3]).ShouldBe(BreakVerdict.Pass(3));
    }

    private static ConnectionBreaker Up(BreakKind kind, long after) => new(new ConnectionBreak(kind, after), null);

    private static BreakVerdict Judge(ConnectionBreaker breaker, bool isUp, byte[] packet) => breaker.Judge(packet, isUp);
}
