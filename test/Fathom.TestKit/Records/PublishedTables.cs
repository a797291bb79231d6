using Fathom.Records;

namespace Fathom.TestKit.Records;

/// <summary>The table that the <c>channels</c> study was published with, as published, and a row of synthetic trials below it.</summary>
public static class PublishedTables
{
    public static ComparisonTable Channels { get; } = new(
        "ms for 500 calls",
        "README of the published load tests, 2021-05-21",
        "wall_ms",
        ["sequential, new", "sequential, reused", "concurrent, new", "concurrent, reused"],
        [
            Published("Grpc.AspNetCore (run 1 / 2)", "3177 / 3066", "1095 / 1107", "8987 / 15118", "3868 / 7104"),
            Published("Grpc.Core (1 / 2)", "5066 / 5260", "288 / 264", "297 / 199", "83 / 54"),
            Published("protobuf-net.Grpc.Native (500; second run only 100 calls)", "870 / 166", "306 / 63", "184 / 42", "62 / 13"),
            Published("protobuf-net.Grpc.AspNetCore (1 / 2)", "1834 / 1927", "347 / 337", "10009 / 8745", "93 / 3951"),
            new ComparisonRow("kestrel, measured here", [new(null, "t05"), new(null, "t07"), new(null, "t01"), new(null, "t04")]),
            new ComparisonRow("kestrel, awaited, measured here", [new(null, null), new(null, null), new(null, "t02"), new(null, "t08")]),
        ]);

    private static ComparisonRow Published(string label, params string[] figures) =>
        new(label, [.. figures.Select(f => new ComparisonCell(f, null))]);
}
