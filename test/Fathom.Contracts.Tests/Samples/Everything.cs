using System.Collections.Immutable;
using Fathom.Contracts;

[assembly: ContractPackage("fathom.contracts.tests.exported")]

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

/// <summary>A positional record: its constructor is called with what was read.</summary>
[Contract]
public sealed partial record Positional([Member(1)] int Id, [Member(2)] string Name, [Member(3)] Positional? Next);

/// <summary>Lists of every kind of element, in every container.</summary>
[Contract]
public sealed partial class Lists
{
    [Member(1)] public List<int> Ints { get; set; } = [];

    [Member(2, Encoding = IntegerEncoding.ZigZag)] public long[] ZigZagLongs { get; set; } = [];

    [Member(3, Encoding = IntegerEncoding.Fixed)] public ImmutableArray<uint> FixedUInts { get; set; } = [];

    [Member(4)] public IReadOnlyList<double> Doubles { get; set; } = [];

    [Member(5)] public IEnumerable<bool> Flags { get; set; } = [];

    [Member(6)] public List<Color> Colors { get; } = [];

    [Member(7)] public IList<string> Texts { get; } = new List<string>();

    [Member(8)] public List<byte[]>? Blobs { get; set; }

    [Member(9)] public ReadOnlyMemory<byte>[]? Memories { get; set; }

    [Member(10)] public List<Positional> Messages { get; set; } = [];

    [Member(11)] public IReadOnlyCollection<DateTimeOffset> Moments { get; set; } = [];

    [Member(12)] public TimeSpan[] Spans { get; set; } = [];

    [Member(13)] public ICollection<ulong>? ULongs { get; set; }
}

/// <summary>Maps with every kind of key, and of value.</summary>
[Contract]
public sealed partial class Maps
{
    [Member(1)] public Dictionary<string, int> Counts { get; set; } = [];

    [Member(2, KeyEncoding = IntegerEncoding.ZigZag)] public IReadOnlyDictionary<int,
        Positional> Messages { get; set; } = new Dictionary<int, Positional>();

    [Member(3, KeyEncoding = IntegerEncoding.Fixed, Encoding = IntegerEncoding.Fixed)] public IDictionary<ulong,
        long> Fixed { get; } = new Dictionary<ulong, long>();

    [Member(4)] public Dictionary<bool, byte[]>? Blobs { get; set; }

    [Member(5)] public Dictionary<long, Color> Colors { get; set; } = [];

    [Member(6)] public Dictionary<uint, DateTime> Moments { get; set; } = [];

    [Member(7)] public Dictionary<string, string> Texts { get; set; } = [];
}

/// <summary>A oneof between other fields, whose numbers its own surround.</summary>
[Contract]
public sealed partial record Delivery
{
    [Member(4)] public string Note { get; init; } = "";

    public Target? Target { get; init; }

    public Payment? Payment { get; init; }
}

[OneOf]
public abstract partial record Target
{
    private Target()
    {
    }

    [Case(2)] public sealed record Locker(int Number) : Target;

    [Case(3)] public sealed record Person(string Name) : Target;

    [Case(5)] public sealed partial record Shop(Positional Address) : Target;

    [Contract, Case(6)] public sealed partial record Street([Member(1)] string Name, [Member(2)] int Number) : Target;

    [Case(7, Encoding = IntegerEncoding.ZigZag)] public sealed record Offset(long Steps) : Target;

    [Case(8)] public sealed record Key(byte[] Bytes) : Target;
}

[OneOf]
public abstract record Payment
{
    [Case(1)] public sealed record Paid(DateTime At) : Payment;

    [Case(9, Name = "due_in")] public sealed record Due(TimeSpan In) : Payment;

    [Case(10)] public sealed record Painted(Color Color) : Payment;

    [Case(11)] public sealed record Free(bool Really) : Payment;
}

/// <summary>A tree: messages in messages.</summary>
[Contract]
public sealed partial class Tree
{
    [Member(1)] public int Value { get; set; }

    [Member(2)] public List<Tree> Children { get; set; } = [];

    [Member(3)] public Everything? All { get; set; }
}

[Contract]
public sealed partial record Everything
{
    [Member(1)] public Scalars? Scalars { get; init; }

    [Member(2)] public Optionals? Optionals { get; init; }

    [Member(3)] public Lists? Lists { get; init; }

    [Member(4)] public Maps? Maps { get; init; }

    [Member(5)] public Delivery? Delivery { get; init; }

    [Member(6)] public Tree? Tree { get; init; }

    [Member(7)] public Legacy? Legacy { get; init; }

    [Member(8)] public Narrow? Narrow { get; init; }

    [Member(9)] public OtherOptionals? OtherOptionals { get; init; }

    [Member(10)] public OtherLists? OtherLists { get; init; }

    [Member(11)] public OtherMaps? OtherMaps { get; init; }
}

/// <summary>C# types that are narrower than protobuf's.</summary>
[Contract]
public sealed partial class Narrow
{
    [Member(1)] public byte Byte { get; set; }

    [Member(2)] public sbyte SByte { get; set; }

    [Member(3)] public short Short { get; set; }

    [Member(4)] public ushort UShort { get; set; }

    [Member(5)] public Small Small { get; set; }

    [Member(6)] public short[] Shorts { get; set; } = [];

    [Member(7)] public DayOfWeek Day { get; set; }
}

public enum Color
{
    Red,
    DarkGreen = 5,
    Blue = -1,
    Azure = -1,
}

public enum Small : byte
{
    One = 1,
}
