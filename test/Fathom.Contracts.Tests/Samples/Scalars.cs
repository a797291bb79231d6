namespace Fathom.Contracts.Tests.Samples;

/// <summary>Every scalar type with implicit presence; with init setters, as most people write it.</summary>
[Contract]
public sealed partial record Scalars
{
    [Member(1)] public bool Flag { get; init; }

    [Member(2)] public int Int { get; init; }

    [Member(3)] public long Long { get; init; }

    [Member(4)] public uint UInt { get; init; }

    [Member(5)] public ulong ULong { get; init; }

    [Member(6, Encoding = IntegerEncoding.ZigZag)] public int ZigZagInt { get; init; }

    [Member(7, Encoding = IntegerEncoding.ZigZag)] public long ZigZagLong { get; init; }

    [Member(8, Encoding = IntegerEncoding.Fixed)] public uint FixedUInt { get; init; }

    [Member(9, Encoding = IntegerEncoding.Fixed)] public ulong FixedULong { get; init; }

    [Member(10, Encoding = IntegerEncoding.Fixed)] public int FixedInt { get; init; }

    [Member(11, Encoding = IntegerEncoding.Fixed)] public long FixedLong { get; init; }

    [Member(12)] public float Single { get; init; }

    [Member(13)] public double Double { get; init; }

    [Member(14)] public string Text { get; init; } = "";

    [Member(15)] public byte[] Blob { get; init; } = [];

    [Member(16)] public ReadOnlyMemory<byte> Memory { get; init; }

    [Member(2047)] public Color Color { get; init; }

    [Member(2048)] public DateTime Moment { get; init; }

    [Member(536870911)] public TimeSpan Span { get; init; }
}
