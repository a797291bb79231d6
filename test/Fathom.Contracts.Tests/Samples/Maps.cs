namespace Fathom.Contracts.Tests.Samples;

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
