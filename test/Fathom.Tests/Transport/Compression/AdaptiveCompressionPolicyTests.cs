using Fathom.Transport.Compression;
using static Fathom.Tests.Transport.Compression.AdaptivePolicies;

namespace Fathom.Tests.Transport.Compression;

/// <summary>How a decision follows the line, and when the other way is tried.</summary>
public class AdaptiveCompressionPolicyTests
{
    // A first whole message that was disturbed, on a line of which nobody will ever know more than that it is fast enough.
    [Fact]
    public void On_one_machine_what_was_disturbed_once_is_tried_again()
    {
        var adaptation = Unary();
        var link = Rate(30e9) with { IsLocal = true, IsAtLeast = true };
        Sample(adaptation, 0.01, 2e9, 8e9);
        adaptation.AddWholeMessage(Size, Size / 100, TimeSpan.FromSeconds(Size / 0.1e9));
        adaptation.Decide(Size, link, 1, sampled: true);
        adaptation.Report.IsCompressing.ShouldBeFalse();

        for (var i = 0; i < 1000 && !adaptation.Report.IsCompressing; i++)
        {
            if (adaptation.Decide(Size, link, 1, sampled: true) == CompressionDecision.Compress)
            {
                adaptation.AddWholeMessage(Size, Size / 100, TimeSpan.FromSeconds(Size / 2e9));
            }
        }

        adaptation.Report.IsCompressing.ShouldBeTrue();
    }

    [Fact]
    public void Without_a_rate_the_wish_for_compression_is_followed()
    {
        var adaptation = Unary();
        Sample(adaptation, 0.9, 1e6, 1e6);

        adaptation.Decide(Size, null, 1, sampled: true).ShouldBe(CompressionDecision.Compress);
    }

    [Fact]
    public void A_link_that_becomes_slow_or_fast_changes_the_decision_with_the_next_message()
    {
        var adaptation = Unary();
        Known(adaptation, 0.2, 100e6, 300e6);

        adaptation.Decide(Size, Rate(1e6), 1, sampled: true).ShouldBe(CompressionDecision.Compress);
        adaptation.Report.IsCompressing.ShouldBeTrue();
        adaptation.Decide(Size, Rate(1e9), 1, sampled: true).ShouldBe(CompressionDecision.Plain);
        adaptation.Report.IsCompressing.ShouldBeFalse();
        (adaptation.Report.Messages, adaptation.Report.Compressed).ShouldBe((2, 1));
    }

    [Fact]
    public void It_goes_on_as_before_where_the_other_way_is_hardly_better()
    {
        // Both break even at 60 MB/s.
        var (compressing, plain) = (Unary(), Unary());
        Compresses(compressing, 0.2, 100e6, 300e6, 59e6).ShouldBeTrue();
        Compresses(plain, 0.2, 100e6, 300e6, 63e6).ShouldBeFalse();

        After(compressing, 60.5e6).ShouldBeTrue();
        After(plain, 59.5e6).ShouldBeFalse();
        After(compressing, 63e6).ShouldBeFalse();
        After(plain, 57e6).ShouldBeTrue();

        static bool After(AdaptiveCompressionPolicy adaptation, double link)
        {
            adaptation.Decide(Size, Rate(link), 1, sampled: true);
            return adaptation.Report.IsCompressing;
        }
    }

    [Fact]
    public void Where_a_rate_is_only_known_as_a_lower_bound_a_message_finds_out_now_and_then_unless_that_is_dear()
    {
        // Plain would take a third longer at the rate that was seen, which may be many times that: 3 % of the time allow for one in twelve.
        var near = Unary();
        Known(near, 0.2, 100e6, 300e6);
        var courses = Enumerable.Range(0, 60).Select(_ => near.Decide(Size, new LinkRate(40e6, IsAtLeast: true), 1, sampled: true))
            .ToList();
        courses[0].ShouldBe(CompressionDecision.Plain, "the first comes at once");
        courses.Count(c => c == CompressionDecision.Plain).ShouldBe(5);

        var far = Unary();
        Known(far, 0.2, 100e6, 300e6);
        Enumerable.Range(0, 1000).ShouldAllBe(_ => far.Decide(
            Size, new LinkRate(0.1e6, IsAtLeast: true), 1, true) == CompressionDecision.Compress);

        // And there is nothing to find out where the rate was measured.
        var known = Unary();
        Known(known, 0.2, 100e6, 300e6);
        Enumerable.Range(0, 1000).ShouldAllBe(_ => known.Decide(Size, Rate(40e6), 1, true) == CompressionDecision.Compress);
    }

    [Fact]
    public void A_whole_message_is_compressed_now_and_then_where_by_what_is_known_it_hardly_costs_more()
    {
        // A seventh more than plain: 3 % of the time allow for one in six.
        var adaptation = Unary();
        Known(adaptation, 0.2, 100e6, 300e6);
        var courses = Enumerable.Range(0, 60).Select(_ => adaptation.Decide(Size, Rate(72e6), 1, sampled: true)).ToList();
        courses.Count(c => c == CompressionDecision.Compress).ShouldBeInRange(8, 12);

        // Four times as much is too dear.
        var far = Unary();
        Known(far, 0.2, 100e6, 300e6);
        Enumerable.Range(0, 1000).ShouldAllBe(_ => far.Decide(Size, Rate(300e6), 1, true) == CompressionDecision.Plain);
    }
}
