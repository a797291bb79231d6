namespace Fathom.Lab.Studies.Channels;

/// <summary>The figures published by the load tests, 2021-05-21, and where ours belong beside them.</summary>
internal static class ChannelsPublished
{
    public static TableSpec Table { get; } = new(
        "Milliseconds for 500 calls",
        "README of the published load tests, 2021-05-21 (.NET Core 3.1; runs 1 / 2; the second run of protobuf-net.Grpc.Native made only 100 calls)",
        "wall_ms",
        ["sequential, new channel", "sequential, reused", "concurrent, new channel", "concurrent, reused"],
        [
            new PublishedRow("published: Grpc.AspNetCore", ["3177 / 3066", "1095 / 1107", "8987 / 15118", "3868 / 7104"]),
            new PublishedRow("published: Grpc.Core", ["5066 / 5260", "288 / 264", "297 / 199", "83 / 54"]),
            new PublishedRow("published: protobuf-net.Grpc.Native", ["870 / 166", "306 / 63", "184 / 42", "62 / 13"]),
            new PublishedRow("published: protobuf-net.Grpc.AspNetCore", ["1834 / 1927", "347 / 337", "10009 / 8745", "93 / 3951"]),
            Measured("measured: kestrel, proto, httpclient; blocking calls", call: "blocking", threads: "default"),
            Measured("measured: the same, awaited", call: "async", threads: "default"),
            Measured("measured: the same, blocking, at least 200 threads", call: "blocking", threads: "200"),
            Measured("measured: kestrel, code-first, httpclient; blocking calls", call: "blocking", threads: "default", contract: "code-first"),
            Measured("measured: the same, awaited", call: "async", threads: "default", contract: "code-first"),
        ]);

    private static MeasuredRow Measured(string label, string call, string threads, string contract = "proto")
    {
        var levels = FactorLevels.BaselineOf(ChannelsFactors.Of(Profile.Quick)).With("call", call).With("min_threads", threads).With("contract", contract);
        return new MeasuredRow(label,
        [
            .. from schedule in new[] { "sequential", "concurrent" }
               from channel in new[] { "new", "reused" }
               select levels.With("schedule", schedule).With("channel", channel),
        ]);
    }
}
