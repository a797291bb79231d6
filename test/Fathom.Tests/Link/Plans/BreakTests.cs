using Fathom.Cli.Settings.Units;
using Fathom.Link.Impairments;
using Fathom.Link.Plans;

namespace Fathom.Tests.Link.Plans;

/// <summary>How a connection breaks, and how that is written.</summary>
public class BreakTests
{
    private static readonly ConnectionBreak Hang = new(BreakKind.Hang, 1024);

    [Theory]
    [InlineData("reset:64k", BreakKind.Reset, 65536, "reset:65536")]
    [InlineData("Half-Open: 1", BreakKind.HalfOpen, 1, "half-open:1")]
    [InlineData("hang:1MB", BreakKind.Hang, 1_000_000, "hang:1000000")]
    public void A_break_has_a_kind_and_a_size(string text, BreakKind kind, long bytes, string written)
    {
        BreakText.TryParse(text, out var value).ShouldBeTrue();
        value.ShouldBe(new ConnectionBreak(kind, bytes));
        BreakText.Format(value).ShouldBe(written);
        LinkPlan.Create(new LinkSpec { Both = new() { Break = value } }).Up.Break.ShouldBe(value);
    }

    [Theory]
    [InlineData("reset")]
    [InlineData("reset:0")]
    [InlineData("reset:-1")]
    [InlineData("reset:much")]
    [InlineData("close:64k")]
    [InlineData("")]
    public void Anything_else_is_none(string text) => BreakText.TryParse(text, out _).ShouldBeFalse();

    [Fact]
    public void A_break_after_no_byte_is_refused() =>
        Should.Throw<LinkPlanException>(() => LinkPlan.Create(new LinkSpec { Down = new() { Break = Hang with { AfterBytes = 0 } } }))
            .Faults.ShouldHaveSingleItem().ToString().ShouldBe("--down-break: '0' is not accepted; accepted: a size of 1 byte or more");

    [Fact]
    public void A_relay_breaks_connections_and_a_change_can_end_it()
    {
        var spec = new LinkSpec { Mode = LinkMode.Relay, Listen = 0, To = new("localhost", 1), Both = new() { Break = Hang } };
        LinkPlan.Create(spec).Down.Break.ShouldBe(Hang);

        BreakText.TryParse("none", out var none).ShouldBeTrue();
        var changed = LinkPlan.Create(spec.ChangedBy(new LinkSpec { Up = new() { Break = none } }));
        (changed.Up.Break, changed.Down.Break).ShouldBe((null, Hang));
    }
}
