using Fathom.Load.Grpc.Requests;
using FsCheck;
using FsCheck.Fluent;

namespace Fathom.Tests.Load.Grpc;

/// <summary>Which call of a mix is of which method.</summary>
public class MixOrderTests
{
    [Fact]
    public void Each_round_has_every_method_by_its_weight_and_numbers_its_calls_in_order() => Prop.ForAll<byte[]>(given =>
    {
        int[] weights = [.. given.Take(6).Select(w => 1 + (w % 20)).DefaultIfEmpty(1)];
        var order = new MixOrder(weights);
        var next = new long[weights.Length];
        for (var call = 0; call < 3 * weights.Sum(); call++)
        {
            var (method, number) = order.Of(call);
            number.ShouldBe(next[method]++);
        }

        next.ShouldBe(weights.Select(w => 3L * w));
    }).QuickCheckThrowOnFailure();

    [Fact]
    public void Methods_are_spread_and_not_in_blocks() =>
        string.Concat(Enumerable.Range(0, 10).Select(call => "abc"[new MixOrder([5, 3, 2]).Of(call).Method])).ShouldBe("abcaabacba");

    [Theory]
    [InlineData]
    [InlineData(0)]
    [InlineData(5_000, 5_001)]
    public void Other_weights_are_refused(params int[] weights) =>
        Should.Throw<ArgumentException>(() => new MixOrder(weights)).Message.ShouldContain("at most 10000 together");
}
