using System.Text.Json.Nodes;
using Fathom.Diagnosis.Causes.LossBound;
using Fathom.Diagnosis.Causes.PerCallWindowRamp;
using Fathom.Diagnosis.Causes.PingRoundTrips;
using Fathom.Diagnosis.Causes.ServerWindowBoundUpload;
using Fathom.Diagnosis.Causes.SlowStart;
using Fathom.Diagnosis.Causes.StopAndWaitSender;
using Fathom.Diagnosis.Causes.StreamWindowBoundDownload;
using Fathom.Diagnosis.Observations;
using Fathom.Link.Impairments;
using Fathom.Link.Packets;
using Fathom.Link.Plans;
using static Fathom.Studies.Lag.LagFactors;
using static Fathom.Studies.Lag.LagLinkFactors;

namespace Fathom.Studies.Lag;

/// <summary>
/// The study <c>lag</c>: a blob over a laggy, lossy link. Written by <c>PipeWriter.Write</c> it took 152 s through HttpSys and 3 s through
/// Kestrel; the published report leaves open why.
/// </summary>
public static class LagStudy
{
    // Longer than this, and a trial that no comparison uses runs fewer times.
    private const double LongSeconds = 10;

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
        Policy = Policy,
        StartSeconds = 0.7,
        QuickLimit = TimeSpan.FromSeconds(50),
        Dispensable = LagDesign.Dispensable,
        MaxParallel = 8,
        Setup = (_, levels) => Setup(levels),
        Metrics = LagMetrics.All,
        Comparisons = LagDesign.Comparisons,
        Causes =
        [
            new StopAndWaitSenderCause(), new PingRoundTripsCause(), new LossBoundCause(), new SlowStartCause(),
            new StreamWindowBoundDownloadCause(), new ServerWindowBoundUploadCause(), new PerCallWindowRampCause(),
        ],
        Tables = [LagPublished.Table],
        Answer = LagAnswer.From,
    };

    private static TrialPolicy Policy(Profile profile, FactorLevels levels)
    {
        var seconds = LagTransfer.ExpectedSeconds(levels);
        // On loopback the processors work, and would disturb idle trials.
        return new TrialPolicy(Replication.Of(levels, LagDesign.Comparisons(profile), otherwise: seconds > LongSeconds ? 3 : 5),
            seconds + 0.2, IsIdle: !levels.Has(NoLink));
    }

    private static TrialSetup Setup(FactorLevels levels)
    {
        var linked = !levels.Has(NoLink);
        var host = levels[Host];
        var window = levels[ServerWindow].Name;
        var nothing = new Dictionary<string, string>();
        return new TrialSetup(
            new ProcessSetup("blob",
            [
                "--port", linked || HttpSysHosts.Contains(host) ? "1080" : "0",
                "--bind", linked ? LinkAddresses.Far4.ToString() : "127.0.0.1", "--host", host.Name,
                .. host == HttpSysModel ? new[] { "--segment", levels[Segment].Name } : [],
                .. levels.Has(DefaultServerWindow) ? [] : new[] { "--stream-window", window, "--connection-window", window },
            ], nothing),
            new ProcessSetup("client", [], levels.Has(FixedWindow)
                ? new Dictionary<string, string>
                {
                    ["DOTNET_SYSTEM_NET_HTTP_SOCKETSHTTPHANDLER_HTTP2FLOWCONTROL_DISABLEDYNAMICWINDOWSIZING"] = "1",
                }
                : nothing),
            new JsonObject
            {
                ["kind"] = "blob",
                ["client"] = "httpclient",
                ["contract"] = "proto",
                ["size"] = (int)levels.Value(CallQuantities.PayloadBytes),
                ["protocol"] = levels[Protocol].Name,
                ["path"] = levels.Has(WriteSync) ? "blobSync" : "blobAsync",
                ["connection"] = levels[Connection].Name,
                // The default is the client's own.
                ["stream_window"] = levels.Has(GrowingWindow) ? null : (int)levels.Value(TransferQuantities.ClientWindow),
            })
        {
            Link = linked
                ? new LinkSpec
                {
                    Both = new DirectionSpec
                    {
                        Delay = TimeSpan.FromSeconds(levels.Value(LinkQuantities.RoundTrip) / 2),
                        Loss = new IndependentLoss(levels.Value(LinkQuantities.LossShare)),
                    },
                    Mtu = (int)levels.Value(LinkQuantities.Mtu),
                    Congestion = levels[Congestion].Name,
                }
                : null,
        };
    }
}
