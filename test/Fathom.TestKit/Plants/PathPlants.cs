using Fathom.Link.Impairments;
using Fathom.Link.Units;
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
        Of("httpsys-behind-20ms", "the model of HTTP.sys", "stop-and-wait-sender", Link(new() { Delay = TimeSpan.FromMilliseconds(20) }),
            far => [FathomProcess.Program, "serve", "blob", "--host", "httpsys-model", "--bind", far, "--port", "0"],
            "--call", "fathom.blob.Blob/Get", "-d", "{\"size\": 65536}") with { HasFormula = true },
        Of("full-link", "bandwidth-capped",
            new() { Rate = BitRate.FromMegabits(10), Queue = new QueueLimit(128 << 10) }) with { HasFormula = true },
        Of("long-queue", "bufferbloat", new() { Rate = BitRate.FromMegabits(10), Queue = new QueueLimit(null, 1000) }),
        Of("lossy-link", "loss-bound", new() { Loss = new IndependentLoss(0.01) }),
        Of("small-packets", "mtu-black-hole", new() { PathMtu = 1400 }, delay: 5) with { Proof = "TCP_MAXSEG" },
        Of("small-packets-small-calls", null, new() { PathMtu = 1400 }, delay: 5, service: "fast"),
        Of("small-packets-tls", "Grpc.AspNetCore", "mtu-black-hole",
            Link(new() { Delay = TimeSpan.FromMilliseconds(5) }, new() { PathMtu = 1290 }),
            far => [PlantStage.Program, "service", "tls", far],
            ["--call", "fathom.plants.Plant/Call", "--insecure", .. PlantTarget.Proto]) with { Proof = "TCP_MAXSEG", Needs = Tls },
        Of("after-a-pause", "slow-start-after-idle", new(), delay: 40) with { HasFormula = true },
    ];

    // A certificate fills a packet, and so does what reflection answers.
    private static IReadOnlyList<Prerequisite> Tls => [.. LinkPrerequisites.Required, TestPrerequisites.Protoc];

    private static Plant Of(string name, string? cause, DirectionSpec down, double delay = 20, string service = "medium") => Of(
        name, "Grpc.AspNetCore", cause, Link(new() { Delay = TimeSpan.FromMilliseconds(delay) }, down),
        far => [PlantStage.Program, "service", service, far],
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
