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
        Client("healthy-client", null, arguments: "20000"),
        Program("working", null),
    ];

    private static Plant Program(string name, string? cause, FindingKind kind = FindingKind.Finding) =>
        Of(name, ".NET", cause, kind, _ => Task.FromResult(Command(name)));

    // With the address of a healthy server.
    private static Plant Client(
        string name, string? cause, FindingKind kind = FindingKind.Finding, params string[] arguments) =>
        Of(name, "Grpc.Net.Client", cause, kind,
            async stage => Command([name, await stage.StartDotnetAsync("server"), .. arguments]));

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

    private static string[] Command(params string[] arguments) =>
        ["--", SubjectCatalog.DotnetHost, PlantStage.Program, .. arguments];
}
