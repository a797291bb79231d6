using System.Diagnostics;
using Fathom.Records;
using Fathom.Records.Doctors;
using Fathom.TestKit.Prerequisites;
using Shouldly;

namespace Fathom.TestKit.Plants;

/// <summary>Services on .NET, each a line of <c>PlantedServices</c> in <c>test/Fathom.Plants</c> too.</summary>
internal static class ServicePlants
{
    private const string AspNetCore = "Grpc.AspNetCore";

    /// <summary>All of them.</summary>
    public static IReadOnlyList<Plant> All { get; } =
    [
        Service("fast", null) with
        {
            Says = Healthy + (r =>
            {
                r.RuledOut.Count.ShouldBeGreaterThan(6);
                r.NotSeen.ShouldContain(s => s.StartsWith("channel-per-call:", StringComparison.Ordinal));
            }),
        },
        Service("waiting", "method-waits", FindingKind.Hint) with
        {
            Says = r =>
            {
                r.Causes.ShouldHaveSingleItem();
                r.Verdict.ShouldStartWith("Healthy: nothing of gRPC's to fix was found, at up to 32 calls at once.");
                r.Waterfall.Sum(p => p.Ms).ShouldBeGreaterThan(95);
            },
        },
        Service("large", null),
        Service("limited", "max-concurrent-streams-queue") with { HasFormula = true },
        Service("limited-for-all", "rate-limited"),
        Service("inspected", "one-connection-cpu-limit") with { HasFormula = true },
        Service("passed-on", null),
        Service("serialised", "serialised-handler"),
        Service("locked", "serialised-handler"),
        Service("computing-locked", "serialised-handler") with { Needs = [TestPrerequisites.Linux] },
        Service("spinning", "cpu-saturation") with { Needs = [TestPrerequisites.Linux] },
        // Its pool may have grown before it is asked again: 60 s were too few in one of two runs.
        Service("starved", "thread-pool-starvation", own: ["--budget", "120s"]),
        Service("code-first-blocking", "thread-pool-starvation", stack: "protobuf-net.Grpc", flags: [.. PlantTarget.Proto])
            with { Needs = [TestPrerequisites.Protoc] },
        Service("gzip", "compression-misuse") with { Proof = "grpc-accept-encoding" },
        Service("nagle", "nagle-delayed-ack", method: "Stream") with { Needs = [TestPrerequisites.Linux] },
        Service("cold", "cold-start", FindingKind.Hint, isCold: true),
        Service("slow-handshake", "connect-path-stalls", FindingKind.Hint, flags: ["--insecure"]),
        Service("polling", "timer-quantised-poll") with { Proof = "pause-before-call" },
        Service("balanced", "l4-pinned-balancing") with { Proof = "connection" },
        Service("idle-closing", "idle-or-lifetime-reconnect", FindingKind.Hint) with { Says = NoneIsProven },
        Service("chatty-stream", "flush-per-message", FindingKind.Hint, method: "Stream") with { Says = NoneIsProven },
        Service("collecting", "gc-pauses", name: "collecting-service"),
        Service("computing", "cpu-saturation") with { Needs = [TestPrerequisites.Linux] },
        Proxied("far-from-its-proxy"),
        Proxied("far-from-a-nameless-proxy", "--no-via", "--no-server-rewrite"),
        Service("huge", "huge-unary-message", FindingKind.Hint),
        Service("large", null, name: "large-behind-20ms", link: Far) with
        {
            Says = r =>
            {
                r.Verdict.ShouldContain("round trip");
                r.RuledOut.Single(c => c.Id == "stream-window-bound-download").By.ShouldContain("give it with --stream-window");
            },
        },
        Service("medium", "stream-window-bound-download", name: "stream-window", link: Far, own: ["--stream-window", "65535"])
            with { HasFormula = true, Proof = "SETTINGS_INITIAL_WINDOW_SIZE" },
        Service("medium", "connection-window-bound", name: "connection-window", link: Far, own: ["--connection-window", "65535"])
            with { HasFormula = true, Proof = "connection-window" },
        Uploading("small-window", "server-window-bound-upload", Far) with { Proof = "connections" },
        Uploading("unread", "slow-reader-starves-connection", method: "Upload", messages: 4, ends: false)
            with { Proof = "own-connection" },
        Uploading("fast", null, name: "read", method: "Upload", messages: 4),
        // Requests that take turns on the link look like calls that take turns in the server.
        Uploading("fast", null, ["--delay", "5ms", "--rate", "200mbit"], name: "uploads-on-a-link") with
        {
            Says = r => r.Verdict.ShouldContain("not asked: whether calls at once wait for each other"),
        },
        Service("fast", "fat-metadata", name: "metadata", link: ["--delay", "5ms", "--up-rate", "1mbit"],
            flags: ["-H", $"x-token: {new string('a', 8000)}"]),
    ];

    private static string[] Far => ["--delay", "20ms"];

    private static Action<DoctorRecord> Healthy => r =>
        r.Verdict.ShouldStartWith("Healthy: nothing to fix was found, at up to 32 calls at once.");

    // What the server alone can change.
    private static Action<DoctorRecord> NoneIsProven => r => r.Causes.ShouldAllBe(c => c.Kind == FindingKind.Hint);

    // A proxy beside the caller, and the service behind a relay. The proxy reads no standard input: the shell ends it with its own.
    private static Plant Proxied(string name, params string[] flags) => new(name, "nghttpx", async stage =>
    {
        var behind = new Uri(await stage.RelayAsync(await stage.StartDotnetAsync("service", "fast"), Far)).Authority.Replace(':', ',');
        var port = FreePort.Next();
        var target = PlantTarget.Of(await stage.StartAsync(new ProcessStartInfo("sh",
        [
            "-c", $"\"$0\" \"$@\" & echo http://127.0.0.1:{port}; cat; kill $!", Requires.Program(TestPrerequisites.Nghttpx),
            $"--frontend=127.0.0.1,{port};no-tls", $"--backend={behind};;proto=h2", "--workers=1", "--conf=/dev/null",
            .. flags,
        ])), "Call", PlantTarget.Proto);
        await Eventually.HoldsAsync(() => FreePort.AcceptsAsync(port), "the proxy listens");
        await PlantStage.WarmUpAsync(target);
        return target;
    })
    {
        Cause = "l7-proxy-buffering-or-limits",
        Kind = FindingKind.Hint,
        Needs = [TestPrerequisites.Nghttpx, TestPrerequisites.Protoc],
    };

    // A request is too long for an argument. A method that never ends cannot be warmed up.
    private static Plant Uploading(
        string service, string? cause, string[]? link = null, string method = "Call", int messages = 1, string? name = null,
        bool ends = true) =>
        new(name ?? service, AspNetCore, async stage =>
        {
            var request = stage.Own(new TemporaryFolder()).PathOf("request.json");
            var message = $$"""{"payload": "{{Convert.ToBase64String(new byte[1 << 18])}}"}""";
            await File.WriteAllTextAsync(request, string.Join('\n', Enumerable.Repeat(message, messages)));
            var address = await stage.StartDotnetAsync("service", service);
            var target = PlantTarget.Of(link is null ? address : await stage.RelayAsync(address, link), method, ["-d", $"@{request}"]);
            if (ends)
            {
                await PlantStage.WarmUpAsync(target);
            }

            return target;
        })
        {
            Cause = cause,
        };

    // The doctor's own flags are none of the call that warms up.
    private static Plant Service(
        string service, string? cause, FindingKind kind = FindingKind.Finding, string method = "Call", bool isCold = false,
        string[]? flags = null, string[]? link = null, string[]? own = null, string stack = AspNetCore, string? name = null) =>
        new(name ?? service, stack, async stage =>
        {
            var address = await stage.StartDotnetAsync("service", service);
            var target = PlantTarget.Of(link is null ? address : await stage.RelayAsync(address, link), method, flags ?? []);
            if (!isCold)
            {
                await PlantStage.WarmUpAsync(target);
            }

            return [.. target, .. own ?? []];
        })
        {
            Cause = cause,
            Kind = kind,
        };
}
