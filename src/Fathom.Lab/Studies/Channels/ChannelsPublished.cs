namespace Fathom.Lab.Studies.Channels;

/// <summary>The figures published by the load tests, 2021-05-21, and beneath each of their stacks the one of ours that has its host and its
/// contract.</summary>
internal static class ChannelsPublished
{
    public static TableSpec Table { get; } = new(
        "Milliseconds for 500 calls",
        "README of the published load tests, 2021-05-21 (.NET Core 3.1; runs 1 / 2; the second run of protobuf-net.Grpc.Native made "
            + "only 100 calls)",
        "wall_ms",
        ["sequential, new channel", "sequential, reused", "concurrent, new channel", "concurrent, reused"],
        [
            new PublishedRow("published: Grpc.AspNetCore", ["3177 / 3066", "1095 / 1107", "8987 / 15118", "3868 / 7104"]),
            Measured("measured: kestrel, proto"),
            new PublishedRow("published: Grpc.Core", ["5066 / 5260", "288 / 264", "297 / 199", "83 / 54"]),
            Measured("measured: native, proto", ("host", "native")),
            // C-core's client completes calls on threads of its own; so does ours.
            Measured("measured: native, proto, native client", ("host", "native"), ("client", "native")),
            new PublishedRow("published: protobuf-net.Grpc.Native", ["870 / 166", "306 / 63", "184 / 42", "62 / 13"]),
            Measured("measured: native, code-first", ("host", "native"), ("contract", "code-first")),
            Measured("measured: native, code-first, native client", ("host", "native"), ("contract", "code-first"), ("client", "native")),
            new PublishedRow("published: protobuf-net.Grpc.AspNetCore", ["1834 / 1927", "347 / 337", "10009 / 8745", "93 / 3951"]),
            Measured("measured: kestrel, code-first", ("contract", "code-first")),
            Measured("measured: kestrel, proto, awaited", ("call", "async")),
            Measured("measured: kestrel, proto, at least 200 threads", ("min_threads", "200")),
            Measured("measured: kestrel, proto, native client", ("client", "native")),
        ]);

    // What a label does not say is as published: blocking calls, the framework's client.
    private static MeasuredRow Measured(string label, params (string Factor, string Level)[] changes)
    {
        var levels = changes.Aggregate(
            FactorLevels.BaselineOf(ChannelsFactors.Of(Profile.Quick)), (soFar, change) => soFar.With(change.Factor, change.Level));
        return new MeasuredRow(label,
        [
            .. from schedule in new[] { "sequential", "concurrent" }
               from channel in new[] { "new", "reused" }
               select levels.With("schedule", schedule).With("channel", channel),
        ]);
    }
}
