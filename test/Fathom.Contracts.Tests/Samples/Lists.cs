using System.Collections.Immutable;

namespace Fathom.Contracts.Tests.Samples;

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
