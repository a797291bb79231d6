using Fathom.Records.Words;

namespace Fathom.Tests.Records.Words;

/// <summary>A verdict's first sentence.</summary>
public sealed class VerdictSentencesTests
{
    [Theory]
    [InlineData("x costs 90 % of the time. It waits.", "x costs 90 % of the time.", "It waits.")]
    [InlineData("Nothing is proven. gc-pauses is suspected: 4.5 s. Or not.",
        "Nothing is proven. gc-pauses is suspected: 4.5 s.", "Or not.")]
    [InlineData("a verdict", "a verdict", "")]
    [InlineData("", "", "")]
    public void A_verdict_ends_its_first_sentence_before_a_capital(string verdict, string first, string others) =>
        VerdictSentences.Split(verdict).ShouldBe((first, others));
}
