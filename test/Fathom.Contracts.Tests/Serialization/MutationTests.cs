using System.Globalization;
using Fathom.Contracts.Tests.Samples;
using Fathom.TestKit;

namespace Fathom.Contracts.Tests.Serialization;

/// <summary>Many thousand damaged messages: each is read or refused, quickly, with no more memory than its size allows.</summary>
public class MutationTests
{
    private const int AllowedPerByte = 64;
    private const int Allowed = 64 * 1024;

    // FATHOM_MUTATIONS says how many.
    private static int Messages =>
        int.TryParse(Environment.GetEnvironmentVariable("FATHOM_MUTATIONS"), CultureInfo.InvariantCulture, out var n) ? n
        : Thorough.Count(20_000, 100_000, 200_000);

    [Fact]
    public void Damaged_messages_are_read_or_refused_within_bounds()
    {
        var originals = Enumerable.Range(0, 500).Select(seed => ContractSerializer.ToArray(new ContractMaker(seed).Make<Everything>()))
            .Where(b => b.Length > 0).ToList();
        var random = new Random(1);
        var (read, refused) = (0, 0);
        for (var i = 0; i < Messages; i++)
        {
            var bytes = DamagedMessage.Create(originals[random.Next(originals.Count)], originals, random);
            var before = GC.GetAllocatedBytesForCurrentThread();
            try
            {
                ContractSerializer.Read<Everything>(bytes, new ContractReadOptions { ShareMemory = (i & 1) == 0 });
                read++;
            }
            catch (MalformedMessageException)
            {
                refused++;
            }

            // The message is written out where it fails alone: for each of them that took half as long as reading it.
            if (GC.GetAllocatedBytesForCurrentThread() - before is var allocated && allocated > (AllowedPerByte * bytes.Length) + Allowed)
            {
                throw new ShouldAssertException($"message {i} made {allocated} bytes: {Convert.ToHexString(bytes)}");
            }
        }

        // Neither way out is left untried.
        read.ShouldBeGreaterThan(Messages / 20);
        refused.ShouldBeGreaterThan(Messages / 20);
    }

    [Fact]
    public void Merging_a_list_that_cannot_grow_in_place_costs_no_square()
    {
        // Everything.Lists once for every element of an array: each merge copies what is there.
        byte[] one = [0x1A, 0x03, 0x12, 0x01, 0x02];
        byte[] bytes = [.. Enumerable.Repeat(one, 100_000).SelectMany(b => b)];
        var before = GC.GetAllocatedBytesForCurrentThread();
        Should.Throw<MalformedMessageException>(() => ContractSerializer.Read<Everything>(bytes)).Message.ShouldContain(
            "merging its occurrences");
        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan((AllowedPerByte * (long)bytes.Length) + Allowed);

        // A list that can grow takes them all.
        byte[] growing = [.. Enumerable.Repeat(new byte[] { 0x1A, 0x02, 0x08, 0x07 }, 100_000).SelectMany(b => b)];
        ContractSerializer.Read<Everything>(growing).Lists!.Ints.Count.ShouldBe(100_000);
    }

    [Fact]
    public void A_length_that_nothing_backs_allocates_nothing()
    {
        // Claims of 1 GiB: of a string, bytes, a packed list, an unknown field, a map's entry.
        foreach (var field in new[] { "0A0972", "0A0A7A", "1A070A", "1A0722", "220A12", "A206" })
        {
            var bytes = Convert.FromHexString(field + "8080808004");
            bytes[1] = field.Length > 4 ? (byte)(bytes.Length - 2) : bytes[1];
            var before = GC.GetAllocatedBytesForCurrentThread();
            Should.Throw<MalformedMessageException>(() => ContractSerializer.Read<Everything>(bytes));
            (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(Allowed);
        }
    }

    [Fact]
    public void Every_segment_is_looked_at_a_few_times_however_many_there_are()
    {
        var bytes = ContractSerializer.ToArray(new Tree { Children =
            [.. Enumerable.Range(0, 40_000).Select(
                i => new Tree { Value = i, All = new Everything { Legacy = new Legacy { Name = "name" } } })] });
        var looks = 0L;
        ContractSerializer.Read<Tree>(Segments.Of(bytes, 1, () => looks++)).Children.Count.ShouldBe(40_000);

        // A walk from the start for every message, or every field, would look at billions.
        looks.ShouldBeInRange(bytes.Length, 20L * bytes.Length);
    }
}
