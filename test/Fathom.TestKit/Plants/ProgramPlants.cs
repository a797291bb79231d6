using Fathom.Doctor;
using Fathom.Machines.Prerequisites;
using Fathom.Records;
using Fathom.Records.Doctors;
using Fathom.SubjectProtocol.Runners;
using Shouldly;

namespace Fathom.TestKit.Plants;

/// <summary>Programs on .NET, each a line of <c>Program.cs</c> in <c>test/Fathom.Plants</c> too.</summary>
internal static class ProgramPlants
{
    /// <summary>All of them.</summary>
    public static IReadOnlyList<Plant> All { get; } =
    [
        Client("starved-client", "thread-pool-starvation")
            with { HasFormula = true, Proof = "DOTNET_ThreadPool_ForceMinWorkerThreads", Evidence = "StarvedClient.Call", Says = Starved },
        // The same in half the time.
        Client("starved-client", "thread-pool-starvation", name: "starved-by-20", arguments: "20")
            with { Proof = "DOTNET_ThreadPool_ForceMinWorkerThreads", Evidence = "StarvedClient.Call" },
        Program("logging", "logging-overhead") with { Evidence = "Logging.LogStep" },
        Program("collecting", "gc-pauses") with { Proof = "DOTNET_GCgen0size" },
        Client("gzip-client", "compression-misuse", FindingKind.Hint) with { Evidence = "SerializeMessage" },
        Client("certificate-client", "certificate-per-call", FindingKind.Hint) with { Evidence = "CertificateClient.Load" },
        Client("chain-client", "certificate-per-call") with
        {
            Proof = "SSL_CERT_DIR= SSL_CERT_FILE",
            Evidence = "CertificateClient.BuildChain",
            Says = r => r.Causes[0].Claim.ShouldNotBeNull().ShouldContain("with none of them and nothing else changed"),
        },
        Program("contended", "serialised-handler", FindingKind.Hint) with { Evidence = "Contended.UpdateAccount" },
        Of("throttled", ".NET", "cpu-quota-throttling", FindingKind.Finding, stage =>
        {
            stage.LimitProcessorTime(percent: 40);
            return Task.FromResult(Command(null, "working-on-all"));
        }) with
        {
            HasFormula = true,
            Proof = "cpu.max",
            Evidence = Limit,
            Says = r => r.Causes[0].Claim.ShouldNotBeNull().ShouldContain("with no limit and nothing else changed"),
        },
        ThrottledByItself("throttled-by-itself", "cpu-quota-throttling", percent: 40) with
        {
            Evidence = Limit,
            Says = r => r.Causes[0].WouldProve.ShouldNotBeNull().ShouldContain("the program does not inherit its limit"),
        },
        Client("chatty-client", "chatty-sequential", link: ["--delay", "25ms"])
            with { HasFormula = true, Needs = LinkPrerequisites.Required, Proof = "link-delay" },
        Client("large-client", "per-call-window-ramp", service: "large", link: ["--delay", "20ms"]),
        Client("large-client", "bandwidth-capped", name: "capped-client", service: "large", link: ["--down-rate", "100mbit"])
            with { HasFormula = true, Needs = LinkPrerequisites.Required, Proof = "link-rate" },
        Client("reconnecting-client", "idle-or-lifetime-reconnect", FindingKind.Hint, service: "slow-handshake"),
        Client("queued-client", "max-concurrent-streams-queue", FindingKind.Hint, service: "waiting"),
        Client("leaking-client", "leaked-streams", FindingKind.Hint, service: "watched"),
        Program("retaining", "wrong-gc-mode", budget: "180s") with { Proof = "DOTNET_gcServer" },
        Of("summing", ".NET", "cpu-saturation", FindingKind.Finding, stage =>
        {
            stage.Variables["DOTNET_PROCESSOR_COUNT"] = "1";
            return Task.FromResult(Command(null, "summing"));
        }),
        Proxied("tls-client", "connect-path-stalls") with { Proof = "https_proxy" },
        Program("json", "slow-serializer", FindingKind.Hint) with { Evidence = "JsonMessages.Exchange" },
        Of("cold-tool", ".NET", "cold-start", FindingKind.Finding, _ => Task.FromResult<string[]>(["--budget", "120s", "--",
            SubjectCatalog.DotnetHost, "exec", "--runtimeconfig",
            Path.Combine(Path.GetDirectoryName(PlantStage.Program)!, "untiered.runtimeconfig.json"), PlantStage.Program, "cold-tool"]))
            with { Proof = "DOTNET_TieredCompilation" },
        Client("healthy-client", null, arguments: "20000") with { Says = Healthy },
        Program("working", null) with { Says = Healthy + (r => r.RuledOut.Count.ShouldBe(DoctorCauses.OfProcesses.Count)) },
    ];

    private static string Limit => "a limit of 0.4 processors";

    private static Action<DoctorRecord> Healthy => r => r.Verdict.ShouldStartWith("Healthy: nothing to fix was found.");

    // By the environment alone; beside it, its channel for each call.
    private static Action<DoctorRecord> Starved => r =>
    {
        r.Causes[0].Proof.ShouldNotBeNull().ShouldSatisfyAllConditions(
            p => p.Value.ShouldBe("C8"), p => p.Ratio.Value.ShouldBeGreaterThan(2));
        (r.Causes[1].Id, r.Causes[1].Kind).ShouldBe(("channel-per-call", FindingKind.Hint));
    };

    private static Plant Program(string name, string? cause, FindingKind kind = FindingKind.Finding, string? budget = null) =>
        Of(name, ".NET", cause, kind, _ => Task.FromResult(Command(budget, name)));

    // With the address of a service, behind a relay where there is a link: it then needs more time than the default.
    private static Plant Client(string program, string? cause, FindingKind kind = FindingKind.Finding, string? name = null,
        string? service = null, string[]? link = null, params string[] arguments) =>
        Of(name ?? program, "Grpc.Net.Client", cause, kind, async stage =>
        {
            var address = await stage.StartDotnetAsync(service is null ? ["server"] : ["service", service]);
            return Command(link is null ? null : "180s",
                [program, link is null ? address : await stage.RelayAsync(address, link), .. arguments]);
        });

    // Through a proxy that waits before it connects.
    private static Plant Proxied(string name, string cause) => Of(name, "Grpc.Net.Client", cause, FindingKind.Finding, async stage =>
    {
        stage.Variables["https_proxy"] = await stage.StartDotnetAsync("slow-proxy");
        return Command(null, name, await stage.StartDotnetAsync("service", "tls"));
    });

    // It enters the limited group after it has been started, so that no change around it lifts the limit.
    private static Plant ThrottledByItself(string name, string cause, int percent) =>
        Of(name, ".NET", cause, FindingKind.Hint, stage =>
        {
            var limit = stage.Own(CpuLimit.Create(percent));
            return Task.FromResult<string[]>(["--", "sh", "-c",
                $"echo $$ > {limit.Processes} && exec {SubjectCatalog.DotnetHost} {PlantStage.Program} working-on-all"]);
        });

    private static Plant Of(
        string name, string stack, string? cause, FindingKind kind, Func<PlantStage, Task<string[]>> start) =>
        new(name, stack, start) { Cause = cause, Kind = kind };

    private static string[] Command(string? budget, params string[] arguments) =>
        [.. budget is null ? [] : new[] { "--budget", budget }, "--", SubjectCatalog.DotnetHost, PlantStage.Program, .. arguments];
}
