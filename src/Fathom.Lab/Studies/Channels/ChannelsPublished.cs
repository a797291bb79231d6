namespace Fathom.Lab.Studies.Channels;

/// <summary>The figures of the published load tests, 2021-05-21, and beneath each stack ours with the same host and contract.</summary>
internal static class ChannelsPublished
{
    public static TableSpec Table { get; } = new(
        "Milliseconds for 500 calls",
        "README of the published load tests, 2021-05-21 (.NET Core 3.1; runs 1 / 2; the second run of protobuf-net.Grpc.Native made "
            + "only 100 calls)",
        ChannelsMetrics.WallTime,
        ["sequential, new channel", "sequential, reused", "concurrent, new channel", "concurrent, reused"],
        [
            new PublishedRow("published: Grpc.AspNetCore", ["3177 / 3066", "1095 / 1107", "8987 / 15118", "3868 / 7104"]),
            Measured("measured: kestrel, proto"),
            new PublishedRow("published: Grpc.Core", ["5066 / 5260", "288 / 264", "297 / 199", "83 / 54"]),
            Measured("measured: native, proto", ChannelsFactors.NativeHost),
            // C-core's client completes calls on threads of its own; so does ours.
            Measured("measured: native, proto, native client", ChannelsFactors.NativeHost, ChannelsFactors.NativeClient),
            new PublishedRow("published: protobuf-net.Grpc.Native", ["870 / 166", "306 / 63", "184 / 42", "62 / 13"]),
            Measured("measured: native, code-first", ChannelsFactors.NativeHost, ChannelsFactors.CodeFirst),
            Measured("measured: native, code-first, native client", ChannelsFactors.NativeHost, ChannelsFactors.CodeFirst,
                ChannelsFactors.NativeClient),
            new PublishedRow("published: protobuf-net.Grpc.AspNetCore", ["1834 / 1927", "347 / 337", "10009 / 8745", "93 / 3951"]),
            Measured("measured: kestrel, code-first", ChannelsFactors.CodeFirst),
            Measured("measured: kestrel, proto, awaited", ChannelsFactors.Awaited),
            Measured("measured: kestrel, proto, at least 200 threads", ChannelsFactors.ManyMinThreads),
            Measured("measured: kestrel, proto, native client", ChannelsFactors.NativeClient),
        ]);

    // What a label does not say is as published: blocking calls, the framework's client.
    private static MeasuredRow Measured(string label, params Level[] changes)
    {
        var levels = FactorLevels.BaselineOf(ChannelsFactors.Of(Profile.Quick)).With(changes);
        return new MeasuredRow(label,
        [
            .. from schedule in new[] { ChannelsFactors.Sequential, ChannelsFactors.Concurrent }
               from channel in new[] { ChannelsFactors.NewChannel, ChannelsFactors.ReusedChannel }
               select levels.With(schedule, channel),
        ]);
    }
}
