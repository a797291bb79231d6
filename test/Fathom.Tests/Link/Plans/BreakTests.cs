using Fathom.Link.Impairments;
using Fathom.Link.Plans;

namespace Fathom.Tests.Link.Plans;

/// <summary>How a connection breaks, as it is written.</summary>
public class BreakTests
{
    [Theory]
    [InlineData("reset:64k", BreakKind.Reset, 65536, "reset:65536")]
    [InlineData("Half-Open: 1", BreakKind.HalfOpen, 1, "half-open:1")]
    [InlineData("hang:1MB", BreakKind.Hang, 1_000_000, "hang:1000000")]
    public void A_break_has_a_kind_and_a_size(string text, BreakKind kind, long bytes, string written)
    {
        LinkPlan.Create(new LinkSpec { Both = new() { Break = text } }).Up.Break.ShouldBe(new ConnectionBreak(kind, bytes));
        BreakText.TryParse(text, out var value).ShouldBeTrue();
        BreakText.Format(value!).ShouldBe(written);
    }

    [Theory]
    [InlineData("reset")]
    [InlineData("reset:0")]
    [InlineData("reset:-1")]
    [InlineData("reset:much")]
    [InlineData("close:64k")]
    [InlineData("")]
    public void Anything_else_is_refused_with_what_is_accepted(string text) =>
        Should.Throw<LinkPlanException>(() => LinkPlan.Create(new LinkSpec { Down = new() { Break = text } })).Faults.ShouldHaveSingleItem()
            .ShouldBe($"--down-break: '{text}' is not accepted; accepted: {BreakText.Accepted}");

    [Fact]
    public void A_relay_breaks_connections_and_a_change_can_end_it()
    {
        var spec = new LinkSpec { Mode = "relay", Listen = "0", To = "localhost:1", Both = new() { Break = "hang:1k" } };
        LinkPlan.Create(spec).Down.Break.ShouldBe(new ConnectionBreak(BreakKind.Hang, 1024));

        var changed = LinkPlan.Create(spec.ChangedBy(new LinkSpec { Up = new() { Break = "none" } }));
        (changed.Up.Break, changed.Down.Break).ShouldBe((null, new ConnectionBreak(BreakKind.Hang, 1024)));
    }
}
