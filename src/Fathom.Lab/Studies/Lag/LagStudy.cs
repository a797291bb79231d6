using System.Text.Json.Nodes;
using Fathom.Lab.Findings;
using Fathom.Link.Packets;
using Fathom.Link.Plans;

namespace Fathom.Lab.Studies.Lag;

/// <summary>
/// The study <c>lag</c>: a blob over a laggy, lossy link. Written by <c>PipeWriter.Write</c> it took 152 s through HttpSys and 3 s through
/// Kestrel; nobody could say why.
/// </summary>
public static class LagStudy
{
    /// <summary>The study's declaration.</summary>
    public static StudySpec Spec { get; } = new()
    {
        Name = "lag",
        Title = "A blob over a laggy, lossy link",
        Question = "1 MB over a link of 250 ms and 2 % loss each way came at 6.8 kB/s from HttpSys when it was written by "
            + "PipeWriter.Write, as gRPC does, and sixty times as fast "
            + "by WriteAsync or from Kestrel. Why?",
        Factors = LagFactors.Of,
        Combinations = LagDesign.Combinations,
        Policy = (_, levels) => Policy(levels),
        MostSideBySide = 8,
        Setup = (_, levels) => Setup(levels),
        Metrics = LagMetrics.All,
        Comparisons = LagDesign.Comparisons,
        Rules =
        [
            new StopAndWaitSenderRule(), new PingRoundTripsRule(), new LossBoundRule(), new SlowStartRule(),
                new StreamWindowBoundDownloadRule(), new ServerWindowBoundUploadRule(), new PerCallWindowRampRule(),
        ],
        Tables = [LagPublished.Table],
        Answer = LagAnswer.From,
    };

    private static TrialPolicy Policy(FactorLevels levels)
    {
        var seconds = LagTransfer.ExpectedSeconds(levels);
        // On loopback the processors work, and would disturb whoever only waits.
        return new TrialPolicy(Replicates: seconds > 100 ? 3 : 5, seconds + 0.2, OnlyWaits: levels["delay"] != LagFactors.NoLink);
    }

    private static TrialSetup Setup(FactorLevels levels)
    {
        var linked = levels["delay"] != LagFactors.NoLink;
        var nothing = new Dictionary<string, string>();
        return new TrialSetup(
            new ProcessSetup("blob",
            [
                "--port", linked || LagFactors.HttpSysHosts.Contains(levels["host"]) ? "1080" : "0", "--bind",
                    linked ? LinkAddresses.Far4.ToString() : "127.0.0.1", "--host", levels["host"],
                .. levels["host"] == "httpsys-model" ? new[] { "--segment", levels["segment"] } : [],
                .. levels["server_window"] == "default" ? []
                    : new[] { "--stream-window", levels["server_window"], "--connection-window", levels["server_window"] },
            ], nothing),
            new ProcessSetup("client", [], levels["client_window"] == ClientPings.FixedWindow
                ? new Dictionary<string,
                string> { ["DOTNET_SYSTEM_NET_HTTP_SOCKETSHTTPHANDLER_HTTP2FLOWCONTROL_DISABLEDYNAMICWINDOWSIZING"] = "1" }
                : nothing),
            new JsonObject
            {
                ["kind"] = "blob",
                ["client"] = "httpclient",
                ["contract"] = "proto",
                ["size"] = LagTransfer.SizeOf(levels),
                ["protocol"] = levels["protocol"],
                ["path"] = levels["write"] == "Write" ? "blobSync" : "blobAsync",
                ["connection"] = levels["connection"],
                ["stream_window"] = LagTransfer.WindowOf(levels["client_window"]),
            })
        {
            Link = linked
                ? new LinkSpec
                {
                    Both = new DirectionSpec { Delay = levels["delay"], Loss = levels["loss"] }, Mtu = levels["mtu"],
                        Congestion = levels["congestion"],
                }
                : null,
        };
    }
}
