using Fathom.Contracts;

namespace Fathom.Bench.Contracts;

/// <summary>The messages of bench.proto, code-first.</summary>
[Contract]
public sealed partial record Record(
    [Member(1)] long Id,
    [Member(2)] string Name,
    [Member(3)] string City,
    [Member(4)] bool Active,
    [Member(5)] double Latitude,
    [Member(6)] double Longitude,
    [Member(7)] int Count,
    [Member(8, Encoding = IntegerEncoding.ZigZag)] int Offset,
    [Member(9, Encoding = IntegerEncoding.Fixed)] ulong Key,
    [Member(10)] List<int> Scores);

[Contract]
public sealed partial record Item([Member(1)] long Id, [Member(2)] string Name, [Member(3)] double Price);

[Contract]
public sealed partial record Batch([Member(1)] List<Item> Items);

[Contract]
public sealed partial record Blob([Member(1)] ReadOnlyMemory<byte> Content);
