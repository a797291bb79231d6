using System.Globalization;
using System.Text.Json.Nodes;
using Fathom.Lab.Findings;
using Fathom.Link.Packets;
using Fathom.Link.Plans;

namespace Fathom.Lab.Studies.Mediator;

/// <summary>The study <c>mediator</c>: 40 messages a second between two nodes, "for unknown reasons".</summary>
public static class MediatorStudy
{
    // A megabyte more than the largest payload: what is around it.
    private const string MaxMessage = "11534336";

    // Until the eight messages have arrived that are under way when the time is over, twice, at the throttled link's rate.
    private const double TailSeconds = 15;

    // Eight messages: what waits before the link is not dropped.
    private const string Queue = "96m";

    // What is measured is the first seconds of a process: without the tier of code that is compiled once more to be counted, and without
    // roots that nobody here trusts.
    private static readonly IReadOnlyDictionary<string, string> Runtime = new Dictionary<string,
        string>([RuntimeSettings.NoProfiling, .. RuntimeSettings.NoSystemRoots]);

    /// <summary>The study's declaration.</summary>
    public static StudySpec Spec { get; } = new()
    {
        Name = "mediator",
        Title = "Messages between the nodes of a distributed mediator",
        Question = "Eight tasks sent 42 empty messages a second to another node of a distributed mediator, where the gRPC tutorial "
            + "answers 3,400 to one thread; large ones came at a tenth of what "
            + "the machine can copy. Why?",
        Factors = MediatorFactors.Of,
        Combinations = MediatorDesign.Combinations,
        Policy = Policy,
        Setup = (_, levels) => Setup(levels),
        Metrics = MediatorMetrics.All,
        Comparisons = MediatorDesign.Comparisons,
        Rules = [new CertificatePerCallRule(), new SerialisedHandlerRule(), new ChannelPerCallRule(null), new CopyBoundRule(),
            new WarmUpRule()],
        Tables = MediatorPublished.Tables,
        Lines = MediatorLines.From,
        Answer = MediatorAnswer.From,
    };

    private static TrialPolicy Policy(Profile profile, FactorLevels levels) => new(
        MediatorDesign.Replicates(profile, levels),
        Seconds(levels["seconds"]) + Seconds(levels["warm_up"]) + (levels["link"] == MediatorFactors.NoLink ? 0 : TailSeconds),
        OnlyWaits: false);

    private static TrialSetup Setup(FactorLevels levels) => levels["message"] == "greeter" ? Tutorial(levels) : Nodes(levels);

    private static TrialSetup Nodes(FactorLevels levels)
    {
        // As published: the node compresses what it answers, the sender nothing.
        var compression = levels["compression"];
        var linked = levels["link"] != MediatorFactors.NoLink;
        string[] listen = linked ? ["--port", "1080", "--bind", LinkAddresses.Far4.ToString()] : ["--port", "0"];
        return new TrialSetup(
            new ProcessSetup("mediator",
            [
                .. listen, "--tls", levels["tls"], "--max-message", MaxMessage, "--compression", compression, "--nodes",
                    levels["message"] == "bing" ? "3" : "1",
                "--serves", levels["message"] == "unary" ? "bare" : "messages",
            ], Runtime),
            new ProcessSetup("mediator", ["--client"], Runtime),
            new JsonObject
            {
                ["kind"] = "mediator",
                ["message"] = levels["message"],
                ["payload"] = levels["payload"],
                ["size"] = SizeOf(levels["size"]),
                ["compression"] = compression == "gzip" ? "raw" : compression,
                ["max_message"] = int.Parse(MaxMessage, CultureInfo.InvariantCulture),
                ["certificate_use"] = levels["certificate"],
                ["lock"] = levels["lock"],
                ["channel"] = levels["channel"],
                ["callers"] = int.Parse(levels["callers"], CultureInfo.InvariantCulture),
                ["warm_up_seconds"] = Seconds(levels["warm_up"]),
                ["seconds"] = Seconds(levels["seconds"]),
            })
        {
            Link = linked ? new LinkSpec { Both = new DirectionSpec { Rate = levels["link"], Queue = Queue }, Congestion = "reno" } : null,
            ReadsPackets = false,
        };
    }

    // A host on ASP.NET Core, HttpClient, one call after another.
    private static TrialSetup Tutorial(FactorLevels levels)
    {
        var build = levels["build"] == "Debug" ? "-debug" : "";
        return new TrialSetup(
            new ProcessSetup($"kestrel{build}", ["--port", "0", "--contract", "proto"], Runtime),
            new ProcessSetup($"client{build}", [], Runtime),
            new JsonObject
            {
                ["kind"] = "load",
                ["client"] = "httpclient",
                ["contract"] = "proto",
                ["connections"] = 1,
                ["in_flight"] = int.Parse(levels["callers"], CultureInfo.InvariantCulture),
                ["payload_bytes"] = SizeOf(levels["size"]),
                ["warm_up_seconds"] = Seconds(levels["warm_up"]),
                ["seconds"] = Seconds(levels["seconds"]),
            });
    }

    private static double Seconds(string level) => double.Parse(level, CultureInfo.InvariantCulture);

    private static int SizeOf(string level) => level switch
    {
        "0" => 0,
        "1k" => 1 << 10,
        "1M" => 1 << 20,
        _ => 10 << 20,
    };
}
