namespace Fathom.Contracts.Tests.Samples;

/// <summary>Protobuf's optional, of the scalar types that <see cref="Optionals"/> has not.</summary>
[Contract]
public sealed partial record OtherOptionals
{
    [Member(1)] public long? Long { get; init; }

    [Member(2)] public uint? UInt { get; init; }

    [Member(3)] public ulong? ULong { get; init; }

    [Member(4, Encoding = IntegerEncoding.ZigZag)] public int? ZigZagInt { get; init; }

    [Member(5, Encoding = IntegerEncoding.Fixed)] public ulong? FixedULong { get; init; }

    [Member(6, Encoding = IntegerEncoding.Fixed)] public int? FixedInt { get; init; }

    [Member(7, Encoding = IntegerEncoding.Fixed)] public long? FixedLong { get; init; }

    [Member(8)] public float? Single { get; init; }
}

/// <summary>Lists of the scalar types that <see cref="Lists"/> has not.</summary>
[Contract]
public sealed partial class OtherLists
{
    [Member(1)] public List<long> Longs { get; set; } = [];

    [Member(2)] public uint[] UInts { get; set; } = [];

    [Member(3, Encoding = IntegerEncoding.ZigZag)] public List<int> ZigZagInts { get; set; } = [];

    [Member(4, Encoding = IntegerEncoding.Fixed)] public ulong[] FixedULongs { get; set; } = [];

    [Member(5, Encoding = IntegerEncoding.Fixed)] public List<int> FixedInts { get; set; } = [];

    [Member(6, Encoding = IntegerEncoding.Fixed)] public IReadOnlyList<long> FixedLongs { get; set; } = [];

    [Member(7)] public float[] Singles { get; set; } = [];

    [Member(8)] public List<DateTime> Moments { get; set; } = [];
}

/// <summary>Maps with the keys and values that <see cref="Maps"/> has not.</summary>
[Contract]
public sealed partial class OtherMaps
{
    [Member(1)] public Dictionary<int, float> Singles { get; set; } = [];

    [Member(2, KeyEncoding = IntegerEncoding.Fixed)] public Dictionary<uint, double> Doubles { get; set; } = [];

    [Member(3, KeyEncoding = IntegerEncoding.Fixed)] public Dictionary<int, bool> Flags { get; set; } = [];

    [Member(4, KeyEncoding = IntegerEncoding.Fixed, Encoding = IntegerEncoding.ZigZag)] public Dictionary<long,
        int> ZigZagInts { get; set; } = [];

    [Member(5, KeyEncoding = IntegerEncoding.ZigZag, Encoding = IntegerEncoding.ZigZag)] public Dictionary<long,
        long> ZigZagLongs { get; set; } = [];

    [Member(6)] public Dictionary<ulong, ulong> ULongs { get; set; } = [];

    [Member(7, Encoding = IntegerEncoding.Fixed)] public Dictionary<string, uint> FixedUInts { get; set; } = [];

    [Member(8, Encoding = IntegerEncoding.Fixed)] public Dictionary<string, ulong> FixedULongs { get; set; } = [];

    [Member(9, Encoding = IntegerEncoding.Fixed)] public Dictionary<string, int> FixedInts { get; set; } = [];

    [Member(10)] public Dictionary<string, uint> UInts { get; set; } = [];

    [Member(11)] public Dictionary<string, TimeSpan> Spans { get; set; } = [];

    [Member(12)] public Dictionary<string, DateTimeOffset> Offsets { get; set; } = [];

    [Member(13)] public Dictionary<string, ReadOnlyMemory<byte>> Memories { get; set; } = [];
}
