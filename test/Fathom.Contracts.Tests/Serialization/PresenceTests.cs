using Fathom.Contracts.Tests.Samples;

namespace Fathom.Contracts.Tests.Serialization;

/// <summary>Which fields are present: defaults, optional values and times.</summary>
public class PresenceTests
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
}
