namespace Fathom.Contracts.Tests.Samples;

/// <summary>The same, nullable: protobuf's optional.</summary>
[Contract]
public sealed partial record Optionals
{
    [Member(1)] public bool? Flag { get; init; }

    [Member(2)] public int? Int { get; init; }

    [Member(3, Encoding = IntegerEncoding.ZigZag)] public long? ZigZagLong { get; init; }

    [Member(4, Encoding = IntegerEncoding.Fixed)] public uint? FixedUInt { get; init; }

    [Member(5)] public double? Double { get; init; }

    [Member(6)] public string? Text { get; init; }

    [Member(7)] public byte[]? Blob { get; init; }

    [Member(8)] public ReadOnlyMemory<byte>? Memory { get; init; }

    [Member(9)] public Color? Color { get; init; }

    [Member(10)] public DateTime? Moment { get; init; }

    [Member(11)] public DateTimeOffset? Offset { get; init; }

    [Member(12)] public TimeSpan? Span { get; init; }

    [Member(13)] public Positional? Nested { get; init; }
}
