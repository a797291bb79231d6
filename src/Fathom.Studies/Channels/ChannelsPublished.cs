using static Fathom.Studies.Channels.ChannelsFactors;

namespace Fathom.Studies.Channels;

/// <summary>The figures of the published load tests, 2021-05-21, and beneath each stack what the same libraries take here.</summary>
internal static class ChannelsPublished
{
    public static TableSpec Table { get; } = new(
        "Milliseconds for 500 calls",
        "README of the published load tests, 2021-05-21 (.NET Core 3.1; runs 1 / 2; the second run of protobuf-net.Grpc.Native made "
            + "only 100 calls). Measured: libraries of that name, on this runtime",
        ChannelsMetrics.WallTime,
        ["sequential, new channel", "sequential, reused", "concurrent, new channel", "concurrent, reused"],
        [
            new PublishedRow("published: Grpc.AspNetCore", ["3177 / 3066", "1095 / 1107", "8987 / 15118", "3868 / 7104"]),
            Measured("measured: Grpc.Net.Client, Grpc.AspNetCore"),
            Measured("measured: Grpc.Net.Client, Grpc.AspNetCore, awaited", Awaited),
            Measured("measured: Grpc.Net.Client, Grpc.AspNetCore, at least 200 threads", ManyMinThreads),
            Measured("measured: Grpc.Net.Client, Grpc.Core's server", CoreHost),
            InOneProcess("measured in one process: .NET Core 3.1, Grpc.AspNetCore", NetCore31),
            InOneProcess("measured in one process: .NET Core 3.1, Grpc.Core's server", NetCore31, CoreHost),
            InOneProcess("measured in one process: .NET 8, Grpc.AspNetCore", Net8),
            InOneProcess("measured in one process: .NET 10, Grpc.AspNetCore"),
            new PublishedRow("published: Grpc.Core", ["5066 / 5260", "288 / 264", "297 / 199", "83 / 54"]),
            Measured("measured: Grpc.Core, Grpc.Core's server", CoreHost, CoreClient),
            Measured("measured: Grpc.Core, Grpc.Core's server, GetResult", CoreHost, CoreClient, GetResult),
            Measured("measured: Grpc.Core, Grpc.AspNetCore", CoreClient),
            Measured("measured: Grpc.Core, Grpc.AspNetCore, GetResult", CoreClient, GetResult),
            Measured("measured: Grpc.Core, Grpc.AspNetCore, shutdown waited for", CoreClient, ShutdownAwaited),
            new PublishedRow("published: protobuf-net.Grpc.Native", ["870 / 166", "306 / 63", "184 / 42", "62 / 13"]),
            Measured("measured: Grpc.Core, Grpc.Core's server, protobuf-net.Grpc", CoreHost, CoreClient, CodeFirst),
            new PublishedRow("published: protobuf-net.Grpc.AspNetCore", ["1834 / 1927", "347 / 337", "10009 / 8745", "93 / 3951"]),
            Measured("measured: Grpc.Net.Client, Grpc.AspNetCore, protobuf-net.Grpc", CodeFirst),
            Measured("measured: Fathom's native client, its native host", NativeHost, NativeClient),
            Measured("measured: Fathom's native client, its native host, code-first", NativeHost, NativeClient, CodeFirst),
        ]);

    // The four columns are the parts of one trial, in their order.
    private static MeasuredRow InOneProcess(string label, params Level[] changes)
    {
        var levels = FactorLevels.BaselineOf(Of(Profile.Quick)).With(changes).With(PublishedOrder);
        return new MeasuredRow(label, [levels, levels, levels, levels]) { Metrics = ChannelsMetrics.Parts };
    }

    // What a label does not say is the baseline: blocking calls by the synchronous stub.
    private static MeasuredRow Measured(string label, params Level[] changes)
    {
        var levels = FactorLevels.BaselineOf(Of(Profile.Quick)).With(changes);
        return new MeasuredRow(label,
        [
            .. from schedule in new[] { Sequential, Concurrent }
               from channel in new[] { NewChannel, ReusedChannel }
               select levels.With(schedule, channel),
        ]);
    }
}
