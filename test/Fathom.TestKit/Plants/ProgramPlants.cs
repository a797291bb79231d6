using Fathom.Lab.Prerequisites;
using Fathom.Lab.Results;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.TestKit.Plants;

/// <summary>Programs on .NET, each a line of <c>Program.cs</c> in <c>test/Fathom.Plants</c> too.</summary>
internal static class ProgramPlants
{
    /// <summary>All of them.</summary>
    public static IReadOnlyList<Plant> All { get; } =
    [
        Client("starved-client", "thread-pool-starvation") with { HasFormula = true },
        Program("logging", "logging-overhead"),
        Program("collecting", "gc-pauses"),
        Client("gzip-client", "compression-misuse", FindingKind.Hint),
        Client("certificate-client", "certificate-per-call", FindingKind.Hint),
        Program("contended", "serialised-handler", FindingKind.Hint),
        Throttled("throttled", "cpu-quota-throttling", percent: 40),
        Client("chatty-client", "chatty-sequential", link: "25ms") with { HasFormula = true, Needs = LinkPrerequisites.Required },
        Client("large-client", "per-call-window-ramp", service: "large", link: "20ms"),
        Client("reconnecting-client", "idle-or-lifetime-reconnect", FindingKind.Hint, service: "slow-handshake"),
        Program("retaining", "wrong-gc-mode", budget: "180s"),
        Program("json", "slow-serializer", FindingKind.Hint),
        Of("cold-tool", ".NET", "cold-start", FindingKind.Finding, _ => Task.FromResult<string[]>(["--budget", "120s", "--",
            SubjectCatalog.DotnetHost, "exec", "--runtimeconfig",
            Path.Combine(Path.GetDirectoryName(PlantStage.Program)!, "untiered.runtimeconfig.json"), PlantStage.Program, "cold-tool"])),
        Client("healthy-client", null, arguments: "20000"),
        Program("working", null),
    ];

    private static Plant Program(string name, string? cause, FindingKind kind = FindingKind.Finding, string? budget = null) =>
        Of(name, ".NET", cause, kind, _ => Task.FromResult(Command(budget, name)));

    // With the address of a service, behind a relay with a delay where there is one: it then needs more time than the default.
    private static Plant Client(string name, string? cause, FindingKind kind = FindingKind.Finding, string? service = null,
        string? link = null, params string[] arguments) =>
        Of(name, "Grpc.Net.Client", cause, kind, async stage =>
        {
            var address = await stage.StartDotnetAsync(service is null ? ["server"] : ["service", service]);
            return Command(link is null ? null : "180s",
                [name, link is null ? address : await stage.RelayAsync(address, "--delay", link), .. arguments]);
        });

    private static Plant Throttled(string name, string cause, int percent) =>
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
