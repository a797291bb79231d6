using Fathom.Contracts.Tests.Samples;
using Google.Protobuf;

namespace Fathom.Contracts.Tests.Serialization;

/// <summary>What protobuf says of presence, merging and unknown fields.</summary>
public class MeaningTests
{
    [Fact]
    public void A_message_without_content_is_empty_and_reads_as_the_defaults()
    {
        ContractSerializer.ToArray(new Scalars()).ShouldBeEmpty();
        ContractSerializer.Read<Scalars>(default(ReadOnlyMemory<byte>)).Text.ShouldBe("");
        var lists = ContractSerializer.Read<Lists>(default(ReadOnlyMemory<byte>));
        lists.Ints.ShouldBeEmpty();
        lists.Flags.ShouldBeEmpty();
        lists.FixedUInts.ShouldBeEmpty();
        lists.Blobs.ShouldBeNull();
    }

    [Fact]
    public void Optional_defaults_are_told_apart_from_absent()
    {
        var bytes = ContractSerializer.ToArray(new Optionals { Int = 0, Text = "", Span = TimeSpan.Zero, Moment = DateTime.UnixEpoch,
            Memory = ReadOnlyMemory<byte>.Empty });
        var read = ContractSerializer.Read<Optionals>(bytes);
        read.Int.ShouldBe(0);
        read.Text.ShouldBe("");
        read.Span.ShouldBe(TimeSpan.Zero);
        read.Moment.ShouldBe(DateTime.UnixEpoch);
        read.Memory.HasValue.ShouldBeTrue();
        read.Flag.ShouldBeNull();
        read.Blob.ShouldBeNull();
    }

    [Fact]
    public void Negative_zero_is_no_default()
    {
        var bytes = ContractSerializer.ToArray(new Scalars { Double = -0.0, Single = -0f });
        Exported.Scalars.Parser.ParseFrom(bytes).Double.ShouldBe(-0.0);
        double.IsNegative(ContractSerializer.Read<Scalars>(bytes).Double).ShouldBeTrue();
        float.IsNegative(ContractSerializer.Read<Scalars>(bytes).Single).ShouldBeTrue();
    }

    [Fact]
    public void Unknown_fields_of_every_wire_type_are_kept_and_written_back()
    {
        // Field 100 as varint, fixed64, bytes, a group with a field in it, and fixed32; then field 1 with a wire type that is not its own.
        var unknown = Convert.FromHexString("A00696" + "01" + "A1060102030405060708" + "A20603616263" + "A3060801A406" + "A50601020304"
            + "0D01020304");
        byte[] bytes = [.. ContractSerializer.ToArray(new Positional(7, "x", null)), .. unknown];
        var read = ContractSerializer.Read<Positional>(bytes);
        ContractSerializer.ToArray(read).ShouldBeBytes(bytes);
        ContractSerializer.ToArray(read with { Name = "yz" })
            .ShouldBeBytes([.. ContractSerializer.ToArray(new Positional(7, "yz", null)), .. unknown]);
        ContractSerializer.ToArray(ContractSerializer.Read<Positional>(Segments.Of(bytes, 1))).ShouldBeBytes(bytes);
        Exported.Positional.Parser.ParseFrom(ContractSerializer.ToArray(read)).ShouldBe(Exported.Positional.Parser.ParseFrom(bytes));
    }

    [Fact]
    public void Records_with_equal_unknown_fields_are_equal()
    {
        var bytes = Convert.FromHexString("0807A00601");
        ContractSerializer.Read<Positional>(bytes).ShouldBe(ContractSerializer.Read<Positional>(bytes));
        ContractSerializer.Read<Positional>(bytes).GetHashCode().ShouldBe(ContractSerializer.Read<Positional>(bytes).GetHashCode());
        ContractSerializer.Read<Positional>(bytes).ShouldNotBe(ContractSerializer.Read<Positional>(Convert.FromHexString("0807")));
    }

    [Fact]
    public void Occurrences_of_a_message_are_merged_as_Google_merges_them()
    {
        var merged = 0;
        for (var seed = 0; seed < 200; seed++)
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

        merged.ShouldBeGreaterThan(100);
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

    [Fact]
    public void A_time_of_unspecified_kind_counts_as_UTC_and_an_offset_is_resolved()
    {
        var unspecified = new DateTime(2026, 11, 21, 3, 0, 0, DateTimeKind.Unspecified);
        var read = ContractSerializer.Read<Optionals>(ContractSerializer.ToArray(new Optionals
        {
            Moment = unspecified, Offset = new DateTimeOffset(2026, 11, 21, 3, 0, 0, TimeSpan.FromHours(5)),
        }));
        read.Moment.ShouldBe(DateTime.SpecifyKind(unspecified, DateTimeKind.Utc));
        read.Moment!.Value.Kind.ShouldBe(DateTimeKind.Utc);
        read.Offset.ShouldBe(new DateTimeOffset(2026, 11, 20, 22, 0, 0, TimeSpan.Zero));
        read.Offset!.Value.Offset.ShouldBe(TimeSpan.Zero);
    }

    [Fact]
    public void What_protobuf_has_no_form_for_is_refused()
    {
        Should.Throw<InvalidOperationException>(() => ContractSerializer.ToArray(new Scalars { Text = "\uD800" })).Message.ShouldContain(
            "surrogate");
        Should.Throw<InvalidOperationException>(() => ContractSerializer.ToArray(
            new Optionals { Span = TimeSpan.MaxValue })).Message.ShouldContain("Duration");
        Should.Throw<InvalidOperationException>(() => ContractSerializer.ToArray(new Lists { Messages = [null!] })).Message.ShouldContain(
            "null");
        Should.Throw<InvalidOperationException>(() => ContractSerializer.ToArray(new Lists { Blobs = [null!] })).Message.ShouldContain(
            "null");
        Should.Throw<InvalidOperationException>(() => ContractSerializer.ToArray(
            new Delivery { Target = new Target.Shop(null!) })).Message.ShouldContain("null");
    }

    [Fact]
    public void A_message_that_changes_between_the_passes_is_noticed()
    {
        var lists = new Lists { Ints = [1, 2, 3] };
        Should.Throw<InvalidOperationException>(() =>
        {
            using var measured = ContractSerializer.Measure(lists);
            lists.Ints.Add(4);
            measured.ToArray();
        }).Message.ShouldContain("changed between measuring and writing");
        Should.Throw<InvalidOperationException>(() =>
        {
            using var measured = ContractSerializer.Measure(lists);
            lists.Ints.Clear();
            measured.WriteTo(new PiecewiseOutput(100));
        });
    }

    [Fact]
    public void A_deep_message_is_measured_once()
    {
        // 90 levels of a name: measured anew at each level it would be read 4000 times.
        var message = new Positional(0, "", null);
        for (var level = 0; level < 90; level++)
        {
            message = new Positional(level, new string('n', 50_000), message);
        }

        var bytes = ContractSerializer.ToArray(message);
        ContractSerializer.Read<Positional>(bytes, new ContractReadOptions { MaxMessageSize = bytes.Length }).ShouldBe(message);
    }
}
