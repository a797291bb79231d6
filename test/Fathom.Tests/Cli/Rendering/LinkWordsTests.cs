using Fathom.Cli.Rendering;
using Fathom.Link.Impairments;
using Fathom.Link.Plans;
using Fathom.Link.Units;

namespace Fathom.Tests.Cli.Rendering;

public class LinkWordsTests
{
    private static readonly LinkCounters Quiet = new(new() { Packets = 9, Delivered = 8, Lost = 1 }, new(), 3, 0, null, 0, null);

    [Fact]
    public void Intended_losses_are_no_warning() => LinkWords.Warnings(Quiet).ShouldBeEmpty();

    [Theory]
    [InlineData(10, null, "queue 1,000 packets (up to 1.2 s at this rate)")]
    [InlineData(10, 100_000, "queue 100,000 bytes (up to 80 ms at this rate)")]
    [InlineData(null, null, "no limit of the rate")]
    public void A_queue_is_said_in_seconds_at_the_rate_in_force(int? megabits, int? bytes, string expected) =>
        LinkWords.InForce(LinkPlan.Create(new LinkSpec
        {
            Both = new()
            {
                Rate = megabits is { } rate ? BitRate.FromMegabits(rate) : null, Queue = bytes is { } size ? new QueueLimit(size) : null,
            },
        })).ShouldAllBe(line => line.EndsWith(expected, StringComparison.Ordinal));

    [Fact]
    public void Unintended_losses_and_failures_are_warned_of()
    {
        LinkWords.Warnings(Quiet with { Up = new() { Overflowed = 1000 }, Down = new() { DroppedByDevice = 234 } }).ShouldHaveSingleItem()
            .ShouldStartWith("1,234 packets were dropped unintentionally");
        LinkWords.Warnings(Quiet with { ForwardingFailures = 2, LastForwardingFailure = "localhost:1: refused" }).ShouldHaveSingleItem()
            .ShouldBe("2 connections could not be relayed; the last failure: localhost:1: refused");
        LinkWords.Warnings(Quiet with { CaptureOmitted = 5, CaptureError = "no space" }).ShouldBe(
            ["5 packets are missing from the capture: the disk was too slow", "the capture ended early: no space"]);
    }
}
