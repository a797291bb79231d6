using System.Diagnostics;
using Fathom.Machines.Prerequisites;
using Fathom.Records;
using Fathom.Records.Doctors;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit.Prerequisites;
using Shouldly;

namespace Fathom.TestKit.Plants;

/// <summary>Services on gRPC libraries that are not on Kestrel, by the programs in <c>test/Fathom.Plants/Foreign</c>, and on Grpc.Core.
/// </summary>
internal static class ForeignPlants
{
    /// <summary>All of them.</summary>
    public static IReadOnlyList<Plant> All { get; } =
    [
        Grpcio("fast", null),
        Grpcio("serialised", "serialised-handler") with { Says = Shows("server", "gRPC C core") },
        Grpcio("one-worker", "serialised-handler"),
        // The C core compresses whatever its caller accepts: nothing on the caller's side proves it.
        Grpcio("gzip", "compression-misuse", FindingKind.Hint),
        GrpcGo("fast", null),
        GrpcGo("waiting", "method-waits", FindingKind.Hint),
        GrpcGo("uneven", "method-waits", FindingKind.Hint),
        GrpcGo("retired", "idle-or-lifetime-reconnect", FindingKind.Hint),
        GrpcGo("serialised", "serialised-handler"),
        GrpcGo("limited", "max-concurrent-streams-queue") with { HasFormula = true },
        GrpcCpp("fast", null),
        GrpcCpp("serialised", "serialised-handler"),
        GrpcJs("fast", null),
        GrpcJs("serialised", "serialised-handler"),
        GrpcJs("limited", "max-concurrent-streams-queue") with { HasFormula = true },
        Blocked("calls", "call", "event-loop-blocked") with { Says = Shows("library", "grpc-js") },
        Blocked("short-calls", "short", "event-loop-blocked"),
        Blocked("its-own-work", "timer", "event-loop-blocked", FindingKind.Hint),
        Blocked("nothing", "never", null) with { Says = r => r.RuledOut.ShouldContain(c => c.Id == "event-loop-blocked") },
        GrpcCore("fast", null),
        GrpcCore("blocking", "thread-pool-starvation") with { Says = Shows("server", "gRPC C core") },
        GrpcCore("gzip", "compression-misuse", FindingKind.Hint),
    ];

    // What the server is made of is told from its answers.
    private static Action<DoctorRecord> Shows(string quantity, string name) =>
        r => r.Observations.Single(o => o.Id == quantity).Value.ShouldBe(name);

    private static Plant Grpcio(string plant, string? cause, FindingKind kind = FindingKind.Finding) =>
        Of("grpcio", plant, cause, kind, [TestPrerequisites.PythonGrpc],
            () => Task.FromResult(new ProcessStartInfo(
                Requires.Program(TestPrerequisites.PythonGrpc), [ForeignPrograms.FileOf("grpcio.py"), plant])));

    private static Plant GrpcGo(string plant, string? cause, FindingKind kind = FindingKind.Finding) =>
        Of("grpc-go", plant, cause, kind, [ForeignGrpcPrerequisites.GrpcGo],
            async () => new ProcessStartInfo(await ForeignPrograms.GoAsync(), [plant]));

    private static Plant GrpcCpp(string plant, string? cause, FindingKind kind = FindingKind.Finding) =>
        Of("grpc-cpp", plant, cause, kind, [ForeignGrpcPrerequisites.GrpcCpp],
            async () => new ProcessStartInfo(await ForeignPrograms.CppAsync(), [plant]));

    private static Plant GrpcJs(string plant, string? cause, FindingKind kind = FindingKind.Finding) =>
        Of("grpc-js", plant, cause, kind, [TestPrerequisites.NodeGrpc],
            () => Task.FromResult(new ProcessStartInfo(Requires.Program(TestPrerequisites.NodeGrpc),
                [ForeignPrograms.FileOf("grpc_js.js"), ForeignPrograms.NodeModules, plant])));

    private static Plant Blocked(string by, string mode, string? cause, FindingKind kind = FindingKind.Finding) =>
        Of("grpc-js", $"blocked-by-{by}", cause, kind, [TestPrerequisites.NodeGrpc],
            () => Task.FromResult(new ProcessStartInfo(Requires.Program(TestPrerequisites.NodeGrpc),
                [ForeignPrograms.FileOf("grpc_js_blocked.js"), ForeignPrograms.NodeModules, mode])));

    private static Plant GrpcCore(string plant, string? cause, FindingKind kind = FindingKind.Finding) =>
        Of("Grpc.Core", plant, cause, kind, [], () => Task.FromResult(new ProcessStartInfo(
            SubjectCatalog.DotnetHost, ["exec", PlantStage.Program, "core-service", plant])
        {
            // Its native libraries are in the output of the subject alone.
            Environment = { ["GRPC_CSHARP_EXT_OVERRIDE_LOCATION"] = ForeignPrograms.CoreLibrary() },
        }));

    private static Plant Of(string stack, string plant, string? cause, FindingKind kind, IEnumerable<Prerequisite> needs,
        Func<Task<ProcessStartInfo>> program) =>
        new($"{stack.ToLowerInvariant()}-{plant}", stack, async stage =>
        {
            var target = PlantTarget.Of(await stage.StartAsync(await program()), "Call", PlantTarget.Proto);
            await PlantStage.WarmUpAsync(target);
            return target;
        })
        {
            Cause = cause,
            Kind = kind,
            // The file of the service is compiled: these have no reflection.
            Needs = [.. needs, TestPrerequisites.Protoc],
        };
}
