namespace Fathom.Lab.Studies.Channels;

/// <summary>What the study <c>channels</c> varies. The first level of each is what was published.</summary>
internal static class ChannelsFactors
{
    public static IReadOnlyList<FactorSpec> Of(Profile profile) =>
    [
        new("host", "the server's HTTP/2 implementation", ["kestrel", "native"]),
        new("contract", "the service is declared in .proto (messages by Google.Protobuf) or in C# (by Fathom.Contracts)",
            ["proto", "code-first"]),
        new("client", "the client's HTTP/2 implementation", ["httpclient", "native"]),
        new("schedule", "50 calls at a time by Parallel.For, or one after another", ["concurrent", "sequential"]),
        new("channel", "a new channel for every call, or one for all", ["new", "reused"]),
        new("call", "the caller blocks its thread until the reply is there, or awaits it", ["blocking", "async"]),
        new("min_threads", "ThreadPool.SetMinThreads in the client: the processors by default", ["default", "200"]),
        new("security", "plain HTTP/2 (h2c) or TLS", ["plain", "tls"]),
        new("calls", "500, as published, after 8; or 10,000 after 6,000, when everything is compiled for good", ["500", "10000"]),
        // Fixed, so that the effect does not hang on the reader's laptop.
        new("processors", "processors the client process sees (DOTNET_PROCESSOR_COUNT)", profile == Profile.Full ? ["2", "4", "8"] : ["2"]),
        new("cooperative_blocking",
            "the thread pool helps threads blocked on tasks (.NET 6 and later), or does not, as on the published .NET Core 3.1",
            profile == Profile.Full ? ["on", "off"] : ["on"]),
    ];
}
