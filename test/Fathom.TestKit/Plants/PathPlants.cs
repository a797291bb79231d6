using Fathom.Machines.Prerequisites;
using Fathom.Records;
using Fathom.Link.Plans;
using Fathom.TestKit.Prerequisites;

namespace Fathom.TestKit.Plants;

/// <summary>Services at the far end of a link with one known fault, examined from its near end, so that every packet crosses it.</summary>
internal static class PathPlants
{
    /// <summary>All of them.</summary>
    public static IReadOnlyList<Plant> All { get; } =
    [
        Of("httpsys-behind-20ms", "the model of HTTP.sys", "stop-and-wait-sender", Link(new() { Delay = "20ms" }),
            far => [FathomProcess.Program, "serve", "blob", "--host", "httpsys-model", "--bind", far, "--port", "0"],
            "--call", "fathom.blob.Blob/Get", "-d", "{\"size\": 65536}") with { HasFormula = true },
        Of("full-link", "bandwidth-capped", new() { Rate = "10mbit", Queue = "128k" }) with { HasFormula = true },
        Of("long-queue", "bufferbloat", new() { Rate = "10mbit", Queue = "1000p" }),
        Of("lossy-link", "loss-bound", new() { Loss = "1%" }),
        Of("small-packets", "mtu-black-hole", new() { PathMtu = "1400" }, delay: "5ms") with { Proof = "TCP_MAXSEG" },
        Of("small-packets-small-calls", null, new() { PathMtu = "1400" }, delay: "5ms", service: "fast"),
        Of("small-packets-tls", "Grpc.AspNetCore", "mtu-black-hole", Link(new() { Delay = "5ms" }, new() { PathMtu = "1290" }),
            far => [PlantStage.Program, "service", "tls", far],
            ["--call", "fathom.plants.Plant/Call", "--insecure", .. PlantTarget.Proto]) with { Proof = "TCP_MAXSEG", Needs = Tls },
        Of("after-a-pause", "slow-start-after-idle", new(), delay: "40ms") with { HasFormula = true },
    ];

    // A certificate fills a packet, and so does what reflection answers.
    private static IReadOnlyList<Prerequisite> Tls => [.. LinkPrerequisites.Required, TestPrerequisites.Protoc];

    private static Plant Of(string name, string? cause, DirectionSpec down, string delay = "20ms", string service = "medium") => Of(
        name, "Grpc.AspNetCore", cause, Link(new() { Delay = delay }, down), far => [PlantStage.Program, "service", service, far],
        "--call", "fathom.plants.Plant/Call");

    private static Plant Of(string name, string stack, string? cause, LinkSpec link, Func<string, IEnumerable<string>> server,
        params string[] call) =>
        new(name, stack, async stage => [await stage.StartBehindAsync(link, server), .. call])
        {
            Cause = cause,
            Kind = FindingKind.Finding,
            Needs = LinkPrerequisites.Required,
        };

    // Reno shows losses and pauses, which BBR hides.
    private static LinkSpec Link(DirectionSpec both, DirectionSpec? down = null) =>
        new() { Both = both, Down = down ?? new(), Congestion = "reno" };
}
