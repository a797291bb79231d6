using Fathom.Statistics;

namespace Fathom.Tests.Statistics;

public class SeededRandomTests
{
    [Fact]
    public void It_is_SplitMix64()
    {
        // The reference vector of the algorithm for seed 1234567.
        var random = new SeededRandom(1234567);
        ulong[] expected = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821];
        expected.Select(_ => random.NextBits()).ToArray().ShouldBe(expected);
    }

    [Fact]
    public void A_shuffle_is_a_permutation_and_every_place_is_reached()
    {
        var random = new SeededRandom(7);
        var reached = new HashSet<(int Item, int Place)>();
        for (var round = 0; round < 500; round++)
        {
            int[] items = [0, 1, 2, 3, 4];
            random.Shuffle(items);
            items.Order().ShouldBe([0, 1, 2, 3, 4]);
            reached.UnionWith(items.Select((item, place) => (item, place)));
        }

        reached.Count.ShouldBe(25);
    }

    [Fact]
    public void Parts_of_the_work_have_sequences_of_their_own()
    {
        var order = SeededRandom.For(1, "order").NextBits();
        SeededRandom.For(1, "order").NextBits().ShouldBe(order);
        SeededRandom.For(1, "resampling").NextBits().ShouldNotBe(order);
        SeededRandom.For(2, "order").NextBits().ShouldNotBe(order);
    }
}
