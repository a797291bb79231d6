using Fathom.Contracts.Tests.Samples;
using Fathom.TestKit;
using Google.Protobuf;

namespace Fathom.Contracts.Tests.Serialization;

/// <summary>Fields that occur several times: messages are merged, lists grow, and of a map the last value counts.</summary>
public class MergingTests
{
    [Fact]
    public void Occurrences_of_a_message_are_merged_as_Google_merges_them()
    {
        var (merged, messages) = (0, Thorough.Count(60, 200));
        for (var seed = 0; seed < messages; seed++)
        {
            byte[] bytes =
            [
                .. ContractSerializer.ToArray(new ContractMaker(seed).Make<Everything>()),
                .. ContractSerializer.ToArray(new ContractMaker(seed + 1000).Make<Everything>()),
                .. ContractSerializer.ToArray(new ContractMaker(seed + 2000).Make<Everything>()),
            ];
            var theirs = Exported.Everything.Parser.ParseFrom(bytes);
            try
            {
                var ours = ContractSerializer.Read<Everything>(bytes);
                ours.ShouldHaveContentOf(theirs);
                ContractSerializer.ToArray(ours).ShouldBeBytes(theirs.ToByteArray());
                merged++;
            }
            catch (MalformedMessageException error) when (error.Message.Contains("a Duration of", StringComparison.Ordinal))
            {
                // Seconds of one and nanos of the other, with opposite signs: Google's message holds what is no Duration, and ours cannot.
            }
        }

        merged.ShouldBeGreaterThan(messages / 2);
    }

    [Fact]
    public void Lists_of_numbers_are_read_packed_and_not()
    {
        // Field 1 packed (1, 2), then single (3), then packed (4); field 3, fixed32, single and packed.
        var bytes = Convert.FromHexString("0A020102" + "0803" + "0A0104" + "1D05000000" + "1A080600000007000000");
        var lists = ContractSerializer.Read<Lists>(bytes);
        lists.Ints.ShouldBe([1, 2, 3, 4]);
        lists.FixedUInts.ShouldBe([5u, 6u, 7u]);
    }

    [Fact]
    public void Of_a_map_the_last_value_of_a_key_counts_and_missing_parts_are_defaults()
    {
        // "a" twice, an entry without key, one without value, one with its parts swapped.
        var bytes = Convert.FromHexString("0A050A01611001" + "0A050A01611002" + "0A021003" + "0A030A0162" + "0A0510040A0163");
        ContractSerializer.Read<Maps>(bytes).Counts.ShouldBe(
            new Dictionary<string, int> { ["a"] = 2, [""] = 3, ["b"] = 0, ["c"] = 4 }, ignoreOrder: true);
        ContractSerializer.Read<Maps>(Convert.FromHexString("12020802")).Messages[1].ShouldBe(new Positional(0, "", null));
    }
}
