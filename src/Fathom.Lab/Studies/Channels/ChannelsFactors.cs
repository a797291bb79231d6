using Fathom.Lab.Observations;

namespace Fathom.Lab.Studies.Channels;

/// <summary>What the study <c>channels</c> varies. The first level of each factor is the published one.</summary>
internal static class ChannelsFactors
{
    public const int Callers = 50;

    public static Factor Host { get; } = new("host", "the server's HTTP/2 implementation");

    public static Level KestrelHost { get; } = Host.Level("kestrel", CallQuantities.ServerStack.Is("kestrel"));

    public static Level NativeHost { get; } = Host.Level("native", CallQuantities.ServerStack.Is("native"));

    public static Factor Contract { get; } =
        new("contract", "the service is declared in .proto (messages by Google.Protobuf) or in C# (by Fathom.Contracts)");

    public static Level Proto { get; } = Contract.Level("proto");

    public static Level CodeFirst { get; } = Contract.Level("code-first");

    public static Factor Client { get; } = new("client", "the client's HTTP/2 implementation");

    public static Level FrameworkClient { get; } = Client.Level("httpclient", CallQuantities.ClientStack.Is("httpclient"));

    public static Level NativeClient { get; } = Client.Level("native", CallQuantities.ClientStack.Is("native"));

    public static Factor Schedule { get; } = new("schedule", "50 calls at a time by Parallel.For, or one after another");

    public static Level Concurrent { get; } = Schedule.Level("concurrent", CallQuantities.Callers.Is(Callers));

    public static Level Sequential { get; } = Schedule.Level("sequential", CallQuantities.Callers.Is(1));

    public static Factor Channel { get; } = new("channel", "a new channel for every call, or one for all");

    public static Level NewChannel { get; } = Channel.Level("new", CallQuantities.ChannelPerCall.Is(true));

    public static Level ReusedChannel { get; } = Channel.Level("reused", CallQuantities.ChannelPerCall.Is(false));

    public static Factor Call { get; } = new("call", "the caller blocks its thread until the reply is there, or awaits it");

    public static Level Blocking { get; } = Call.Level("blocking", CallQuantities.CallersBlock.Is(true));

    public static Level Awaited { get; } = Call.Level("async", CallQuantities.CallersBlock.Is(false));

    public static Factor MinThreads { get; } = new("min_threads", "ThreadPool.SetMinThreads in the client: the processors by default");

    public static Level DefaultMinThreads { get; } = MinThreads.Level("default");

    public static Level ManyMinThreads { get; } = MinThreads.Level("200", ProcessQuantities.PoolMinimum.Is(200));

    public static Factor Protection { get; } = new("security", "plain HTTP/2 (h2c) or TLS");

    public static Level Plain { get; } = Protection.Level("plain", CallQuantities.Security.Is(Security.Plain));

    public static Level Tls { get; } = Protection.Level("tls", CallQuantities.Security.Is(Security.Tls));

    public static Factor Calls { get; } =
        new("calls", "500, as published, after 8; or 10,000 after 6,000, when everything is compiled for good");

    public static Level PublishedCalls { get; } = Calls.Level("500", CallQuantities.Calls.Is(500));

    public static Level ManyCalls { get; } = Calls.Level("10000", CallQuantities.Calls.Is(10_000));

    // Fixed, so that the effect does not depend on the reader's machine.
    public static Factor Processors { get; } = new("processors", "processors the client process sees (DOTNET_PROCESSOR_COUNT)");

    public static Level TwoProcessors { get; } = Processors.Level("2", ProcessQuantities.Processors.Is(2));

    public static Level FourProcessors { get; } = Processors.Level("4", ProcessQuantities.Processors.Is(4));

    public static Level EightProcessors { get; } = Processors.Level("8", ProcessQuantities.Processors.Is(8));

    public static Factor CooperativeBlocking { get; } = new("cooperative_blocking",
        "the thread pool helps threads blocked on tasks (.NET 6 and later), or does not, as on the published .NET Core 3.1");

    public static Level Compensating { get; } = CooperativeBlocking.Level("on", ProcessQuantities.PoolCompensates.Is(true));

    public static Level NotCompensating { get; } = CooperativeBlocking.Level("off", ProcessQuantities.PoolCompensates.Is(false));

    public static IReadOnlyList<FactorSpec> Of(Profile profile) =>
    [
        Host.WithAll(), Contract.WithAll(), Client.WithAll(), Schedule.WithAll(), Channel.WithAll(), Call.WithAll(), MinThreads.WithAll(),
        Protection.WithAll(), Calls.WithAll(),
        profile == Profile.Full ? Processors.WithAll() : Processors.With(TwoProcessors),
        profile == Profile.Full ? CooperativeBlocking.WithAll() : CooperativeBlocking.With(Compensating),
    ];
}
