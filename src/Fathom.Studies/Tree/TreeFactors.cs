using Fathom.Diagnosis.Observations;

namespace Fathom.Studies.Tree;

/// <summary>What the study <c>tree</c> varies. The first level of each factor is the baseline.</summary>
internal static class TreeFactors
{
    public static Factor Call { get; } = new("call",
        "how the process of the factor 'in' waits for replies: it blocks the thread of the request with GetResult(), or awaits");

    public static Level Blocking { get; } =
        Call.Level("blocking", CallQuantities.CallersBlock.Is(true), CallQuantities.CallForm.Is("GetResult"));

    public static Level Awaited { get; } =
        Call.Level("async", CallQuantities.CallersBlock.Is(false), CallQuantities.CallForm.Is("await"));

    public static Factor Place { get; } = new("in",
        "the process that the factors call, channel, min_threads, slow, lock and console are of");

    public static Level RestApi { get; } = Place.Level("rest-api");

    public static Level RestAdminApi { get; } = Place.Level("rest-admin-api");

    public static Level Service1 { get; } = Place.Level("service-1");

    public static Level Service2 { get; } = Place.Level("service-2");

    public static Level Service3 { get; } = Place.Level("service-3");

    public static Factor Channel { get; } = new("channel", "one channel to a service for all requests, or a new one for each");

    public static Level SharedChannel { get; } = Channel.Level("shared", CallQuantities.ChannelPerCall.Is(false));

    public static Level NewChannel { get; } = Channel.Level("new", CallQuantities.ChannelPerCall.Is(true));

    public static Factor MinThreads { get; } = new("min_threads", "ThreadPool.SetMinThreads: the processors by default");

    public static Level DefaultMinThreads { get; } = MinThreads.Level("default");

    public static Level ManyMinThreads { get; } = MinThreads.Level("200", ProcessQuantities.PoolMinimum.Is(200));

    public static Factor Users { get; } =
        new("users", "users at the same time, each of whom waits for a reply, pauses 60 to 180 ms and sends the next request");

    public static Level TenUsers { get; } = Users.Level("10", CallQuantities.Callers.Is(10));

    // Of ten, two are administrators, and the pool has a thread for each of the others after 150 ms: where the first requests come that far
    // apart, on a busy machine, none waits. Of twenty, 16 wait for up to 1 s.
    public static Level TwentyUsers { get; } = Users.Level("20", CallQuantities.Callers.Is(20));

    public static Level OneUser { get; } = Users.Level("1", CallQuantities.Callers.Is(1));

    public static Level FiftyUsers { get; } = Users.Level("50", CallQuantities.Callers.Is(50));

    public static Level HundredUsers { get; } = Users.Level("100", CallQuantities.Callers.Is(100));

    public static Factor Slow { get; } = new("slow", "what each request waits for outside the process");

    public static Level NotSlow { get; } = Slow.Level("none");

    public static Level TwentyMs { get; } = Slow.Level("20ms");

    public static Factor SharedLock { get; } = new("lock", "one lock that lets one request at a time pass, or none");

    public static Level NoLock { get; } = SharedLock.Level("none");

    public static Level OneLock { get; } = SharedLock.Level("one");

    public static Factor LogConsole { get; } = new("console",
        "where log lines go: nowhere, or eight a request to one that takes 1 ms a line");

    public static Level NoConsole { get; } = LogConsole.Level("none");

    public static Level SlowConsole { get; } = LogConsole.Level("slow");

    // Fixed, so that the effect does not depend on the reader's machine.
    public static Factor Processors { get; } = new("processors", "processors that each process sees (DOTNET_PROCESSOR_COUNT)");

    public static Level TwoProcessors { get; } = Processors.Level("2", ProcessQuantities.Processors.Is(2));

    public static Level FourProcessors { get; } = Processors.Level("4", ProcessQuantities.Processors.Is(4));

    public static Factor Library { get; } =
        new("library", "of the services and of the calls to them: protobuf-net.Grpc as published, or Fathom.Contracts");

    public static Level ProtobufNet { get; } = Library.Level("protobuf-net");

    public static Level OwnLibrary { get; } = Library.Level("fathom");

    public static IReadOnlyList<FactorSpec> Of(Profile profile) => profile == Profile.Full
        ?
        [
            Call.WithAll(), Place.WithAll(), Channel.WithAll(), MinThreads.WithAll(),
            Users.With(FiftyUsers, OneUser, TenUsers, HundredUsers), Slow.WithAll(), SharedLock.WithAll(), LogConsole.WithAll(),
            Processors.WithAll(), Library.WithAll(),
        ]
        :
        [
            Call.WithAll(), Place.With(RestApi), Channel.With(SharedChannel), MinThreads.WithAll(), Users.With(TwentyUsers),
            Slow.With(NotSlow), SharedLock.With(NoLock), LogConsole.With(NoConsole), Processors.With(TwoProcessors),
            Library.With(ProtobufNet),
        ];
}
