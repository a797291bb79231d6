using Fathom.Diagnosis.Observations;

namespace Fathom.Studies.Channels;

/// <summary>What the study <c>channels</c> varies. The first level of each factor is the baseline.</summary>
internal static class ChannelsFactors
{
    public const int Callers = 50;

    public static Factor Host { get; } =
        new("host", "the server's library: Grpc.AspNetCore on Kestrel, Grpc.Core (C-core), or Fathom's own on Kestrel or without it");

    public static Level AspNetCoreHost { get; } = Host.Level("grpc-aspnetcore", CallQuantities.ServerStack.Is("grpc-aspnetcore"));

    public static Level CoreHost { get; } = Host.Level("grpc-core", CallQuantities.ServerStack.Is("grpc-core"));

    public static Level KestrelHost { get; } = Host.Level("kestrel", CallQuantities.ServerStack.Is("kestrel"));

    public static Level NativeHost { get; } = Host.Level("native", CallQuantities.ServerStack.Is("native"));

    public static Factor Contract { get; } = new("contract",
        "the service is declared in .proto (Google.Protobuf) or in C# (protobuf-net.Grpc; on Fathom's own hosts Fathom.Contracts)");

    public static Level Proto { get; } = Contract.Level("proto");

    public static Level CodeFirst { get; } = Contract.Level("code-first");

    public static Factor Client { get; } =
        new("client", "the client's library: Grpc.Net.Client, Grpc.Core (C-core), or Fathom's own on HttpClient or without it");

    public static Level NetClient { get; } = Client.Level("grpc-net-client", CallQuantities.ClientStack.Is("grpc-net-client"));

    public static Level CoreClient { get; } = Client.Level("grpc-core", CallQuantities.ClientStack.Is("grpc-core"));

    public static Level FrameworkClient { get; } = Client.Level("httpclient", CallQuantities.ClientStack.Is("httpclient"));

    public static Level NativeClient { get; } = Client.Level("native", CallQuantities.ClientStack.Is("native"));

    public static Factor Schedule { get; } = new("schedule", "50 calls at a time by Parallel.For, or one after another");

    public static Level Concurrent { get; } = Schedule.Level("concurrent", CallQuantities.Callers.Is(Callers));

    public static Level Sequential { get; } = Schedule.Level("sequential", CallQuantities.Callers.Is(1));

    public static Factor Channel { get; } = new("channel", "a new channel for every call, or one for all");

    public static Level NewChannel { get; } = Channel.Level("new", CallQuantities.ChannelPerCall.Is(true));

    public static Level ReusedChannel { get; } = Channel.Level("reused", CallQuantities.ChannelPerCall.Is(false));

    public static Factor Call { get; } = new("call",
        "the caller blocks its thread in the synchronous stub, or in GetResult() of the asynchronous one, or awaits the reply");

    public static Level Blocking { get; } =
        Call.Level("blocking", CallQuantities.CallersBlock.Is(true), CallQuantities.CallForm.Is("synchronous stub"));

    public static Level GetResult { get; } =
        Call.Level("get-result", CallQuantities.CallersBlock.Is(true), CallQuantities.CallForm.Is("GetResult"));

    public static Level Awaited { get; } =
        Call.Level("async", CallQuantities.CallersBlock.Is(false), CallQuantities.CallForm.Is("await"));

    public static Factor Disposal { get; } = new("disposal",
        "what becomes of a channel after its call: disposed (Grpc.Core: its shutdown begins), nothing, or its shutdown is waited for");

    public static Level Disposed { get; } = Disposal.Level("dispose", CallQuantities.AwaitsShutdown.Is(false));

    public static Level NotDisposed { get; } = Disposal.Level("none", CallQuantities.AwaitsShutdown.Is(false));

    public static Level ShutdownAwaited { get; } = Disposal.Level("wait", CallQuantities.AwaitsShutdown.Is(true));

    public static Factor Inlining { get; } =
        new("handler_inlining", "Grpc.Core's SetHandlerInlining: completions run on its own threads instead of the thread pool");

    public static Level NotInlined { get; } = Inlining.Level("off", CallQuantities.CompletesInline.Is(false));

    public static Level Inlined { get; } = Inlining.Level("on", CallQuantities.CompletesInline.Is(true));

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

    public static Factor Order { get; } = new("order",
        "each kind of calls in a process of its own, or all four one after another in one process, as published");

    public static Level Alone { get; } = Order.Level("alone");

    public static Level PublishedOrder { get; } = Order.Level("published");

    public static Factor Runtime { get; } = new("runtime", "the client's .NET; on .NET Core 3.1 with Grpc.Net.Client 2.38");

    public static Level Net10 { get; } = Runtime.Level("10");

    public static Level Net8 { get; } = Runtime.Level("8");

    // Its pool adds a thread when nothing was dequeued for 500 ms, whatever its threads wait for.
    public static Level NetCore31 { get; } = Runtime.Level("3.1", ProcessQuantities.PoolCompensates.Is(false));

    // Fixed, so that the effect does not depend on the reader's machine. With 4 a starved run takes 6 s instead of the 9 s of 2: the
    // quick profile has time for the replicates of a finding.
    public static Factor Processors { get; } = new("processors", "processors the client process sees (DOTNET_PROCESSOR_COUNT)");

    public static Level FourProcessors { get; } = Processors.Level("4", ProcessQuantities.Processors.Is(4));

    public static Level TwoProcessors { get; } = Processors.Level("2", ProcessQuantities.Processors.Is(2));

    public static Level EightProcessors { get; } = Processors.Level("8", ProcessQuantities.Processors.Is(8));

    public static IReadOnlyList<FactorSpec> Of(Profile profile) => profile == Profile.Full
        ?
        [
            Host.WithAll(), Contract.WithAll(), Client.WithAll(), Schedule.WithAll(), Channel.WithAll(), Call.WithAll(), Disposal.WithAll(),
            Inlining.WithAll(), MinThreads.WithAll(), Protection.WithAll(), Calls.WithAll(), Order.WithAll(), Runtime.WithAll(),
            Processors.WithAll(),
        ]
        :
        [
            Host.With(AspNetCoreHost, CoreHost), Contract.With(Proto), Client.With(NetClient, CoreClient), Schedule.WithAll(),
            Channel.WithAll(), Call.WithAll(), Disposal.With(Disposed), Inlining.With(NotInlined), MinThreads.WithAll(),
            Protection.With(Plain), Calls.With(PublishedCalls), Order.With(Alone), Runtime.With(Net10), Processors.With(FourProcessors),
        ];
}
