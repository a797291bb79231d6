using Fathom.Load.Grpc;
using Fathom.Load.Grpc.Calls;
using Fathom.Load.Grpc.Requests;
using Fathom.Load.Pacing;
using Fathom.Load.Plans;
using Fathom.Subjects.Echo;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Google.Protobuf;

namespace Fathom.FunctionalTests.Load;

/// <summary>Short runs of load in this process.</summary>
internal static class LoadRuns
{
    public static GrpcLoadTarget Echo(Uri address, MethodKind kind = MethodKind.Unary, params EchoRequest[] requests) => new()
    {
        Server = new NativeChannelOptions { Address = address },
        Path = $"/fathom.echo.Echo/{Name(kind)}",
        Kind = kind,
        Requests = new FixedMessages(
            [.. requests.DefaultIfEmpty(new EchoRequest { Payload = ByteString.CopyFromUtf8("0123456789") }).Select(r => r.ToMemory())],
            isStreamed: kind is MethodKind.ClientStreaming or MethodKind.DuplexStreaming),
    };

    public static LoadPlan Calls(long total, int concurrency = 10) =>
        new() { Concurrency = concurrency, Limits = new PlanLimits(total, null) };

    /// <summary>Connects and runs to the end of the plan.</summary>
    public static async Task<GrpcLoadRun> RunAsync(GrpcLoadTarget target, LoadPlan plan)
    {
        var run = new GrpcLoadRun(target, plan);
        (await run.ConnectAsync(default).WaitAsync(TimeSpan.FromSeconds(60))).ShouldBeNull();
        await run.RunAsync(default).WaitAsync(TimeSpan.FromSeconds(120));
        run.Collect();
        return run;
    }

    /// <summary>The outcomes that occurred, with their counts.</summary>
    public static Dictionary<string, long> Outcomes(this GrpcLoadRun run)
    {
        var counts = run.Collector.Total.Outcomes.ToArray();
        return Enumerable.Range(0, counts.Length).Where(i => counts[i] > 0).ToDictionary(CallOutcomes.NameOf, i => counts[i]);
    }

    private static ReadOnlyMemory<byte> ToMemory(this EchoRequest request) => request.ToByteArray();

    private static string Name(MethodKind kind) => kind switch
    {
        MethodKind.Unary => "Unary",
        MethodKind.ClientStreaming => "ClientStream",
        MethodKind.ServerStreaming => "ServerStream",
        _ => "DuplexStream",
    };
}
