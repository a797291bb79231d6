using Fathom.Contracts;

namespace Fathom.Bench.Contracts;

/// <summary>The messages of bench.proto, code-first.</summary>
[Contract]
public sealed partial class Record
{
    [Member(1)] public long Id { get; init; }

    [Member(2)] public string Name { get; init; } = "";

    [Member(3)] public string City { get; init; } = "";

    [Member(4)] public bool Active { get; init; }

    [Member(5)] public double Latitude { get; init; }

    [Member(6)] public double Longitude { get; init; }

    [Member(7)] public int Count { get; init; }

    [Member(8, Encoding = IntegerEncoding.ZigZag)] public int Offset { get; init; }

    [Member(9, Encoding = IntegerEncoding.Fixed)] public ulong Key { get; init; }

    [Member(10)] public List<int> Scores { get; init; } = [];
}

[Contract]
public sealed partial class Item
{
    [Member(1)] public long Id { get; init; }

    [Member(2)] public string Name { get; init; } = "";

    [Member(3)] public double Price { get; init; }
}

[Contract]
public sealed partial class Batch
{
    [Member(1)] public List<Item> Items { get; init; } = [];
}

[Contract]
public sealed partial class Blob
{
    [Member(1)] public ReadOnlyMemory<byte> Content { get; init; }
}
