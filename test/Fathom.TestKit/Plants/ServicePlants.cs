using Fathom.Lab.Prerequisites;
using Fathom.Lab.Results;

namespace Fathom.TestKit.Plants;

/// <summary>Services on .NET, each a line of <c>PlantedServices</c> in <c>test/Fathom.Plants</c> too.</summary>
internal static class ServicePlants
{
    private const string AspNetCore = "Grpc.AspNetCore";

    /// <summary>All of them.</summary>
    public static IReadOnlyList<Plant> All { get; } =
    [
        Service("fast", null),
        Service("waiting", "method-waits", FindingKind.Hint),
        Service("large", null),
        Service("limited", "max-concurrent-streams-queue") with { HasFormula = true },
        Service("serialised", "serialised-handler"),
        Service("starved", "thread-pool-starvation"),
        Service("code-first-blocking", "thread-pool-starvation", stack: "protobuf-net.Grpc", flags: [.. PlantTarget.Proto])
            with { Needs = [TestPrerequisites.Protoc] },
        Service("gzip", "compression-misuse"),
        Service("nagle", "nagle-delayed-ack", method: "Stream") with { Needs = [TestPrerequisites.Linux] },
        Service("cold", "cold-start", FindingKind.Hint, isCold: true),
        Service("slow-handshake", "connect-path-stalls", FindingKind.Hint, flags: ["--insecure"]),
        Service("large", "stream-window-bound-download", name: "large-behind-20ms", link: ["--delay", "20ms"]) with { HasFormula = true },
    ];

    private static Plant Service(
        string service, string? cause, FindingKind kind = FindingKind.Finding, string method = "Call", bool isCold = false,
        string[]? flags = null, string[]? link = null, string stack = AspNetCore, string? name = null) =>
        new(name ?? service, stack, async stage =>
        {
            var address = await stage.StartDotnetAsync("service", service);
            var target = PlantTarget.Of(link is null ? address : await stage.RelayAsync(address, link), method, flags ?? []);
            if (!isCold)
            {
                await PlantStage.WarmUpAsync(target);
            }

            return target;
        })
        {
            Cause = cause,
            Kind = kind,
        };
}
