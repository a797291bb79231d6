using System.Text.Json.Nodes;
using Fathom.Diagnosis.Causes.CertificatePerCall;
using Fathom.Diagnosis.Causes.ChannelPerCall;
using Fathom.Diagnosis.Causes.CipherCost;
using Fathom.Diagnosis.Causes.SerialisedHandler;
using Fathom.Diagnosis.Causes.WarmUp;
using Fathom.Diagnosis.Observations;
using Fathom.Link.Impairments;
using Fathom.Link.Packets;
using Fathom.Link.Plans;
using Fathom.Link.Units;
using static Fathom.Studies.Mediator.MediatorFactors;
using static Fathom.Studies.Mediator.MediatorMessageFactors;

namespace Fathom.Studies.Mediator;

/// <summary>The study <c>mediator</c>: 40 messages a second between two nodes, "for unknown reasons".</summary>
public static class MediatorStudy
{
    // A megabyte more than the largest payload, for its framing.
    private const int MaxMessage = 11 << 20;

    // For the eight messages that are under way when the time is over, both ways, at the throttled link's rate.
    private const double TailSeconds = 15;

    // Eight messages, so that the queue before the link drops none.
    private static readonly QueueLimit Queue = new(96 << 20);

    // The first seconds of a process are measured: without the profiling tier, and without the system's roots, which neither side needs.
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
        StartSeconds = 0.35,
        QuickLimit = TimeSpan.FromSeconds(40),
        Dispensable = MediatorDesign.Dispensable,
        Setup = (_, levels) => Setup(levels),
        Metrics = MediatorMetrics.All,
        Comparisons = MediatorDesign.Comparisons,
        Causes =
        [
            new CertificatePerCallCause(), new SerialisedHandlerCause(), new ChannelPerCallCause(), new CipherCostCause(),
            new WarmUpCause(),
        ],
        Tables = MediatorPublished.Tables,
        Lines = MediatorLines.From,
        Answer = MediatorAnswer.From,
    };

    private static TrialPolicy Policy(Profile profile, FactorLevels levels) => new(
        Replication.Of(levels, MediatorDesign.Comparisons(profile), otherwise: 3),
        levels.Value(CallQuantities.Counted) + levels.Value(CallQuantities.WarmUp) + (levels.Has(NoLink) ? 0 : TailSeconds),
        IsIdle: false)
    {
        IsTimed = true,
    };

    private static TrialSetup Setup(FactorLevels levels) => levels.Has(Greeter) ? Tutorial(levels) : Nodes(levels);

    private static TrialSetup Nodes(FactorLevels levels)
    {
        var linked = !levels.Has(NoLink);
        string[] listen = linked ? ["--port", "1080", "--bind", LinkAddresses.Far4.ToString()] : ["--port", "0"];
        return new TrialSetup(
            new ProcessSetup("mediator",
            [
                .. listen, "--tls", levels[Tls].Name, "--max-message", $"{MaxMessage}", "--compression", levels[Codec].Name,
                "--nodes", levels.Has(Bing) ? "3" : "1", "--serves", levels.Has(Unary) ? "bare" : "messages",
            ], Runtime),
            new ProcessSetup("mediator", ["--client"], Runtime),
            new JsonObject
            {
                ["kind"] = "mediator",
                ["message"] = levels[Message].Name,
                ["payload"] = levels[Payload].Name,
                ["size"] = SizeOf(levels),
                // As published: the node compresses its answers by gzip, the sender nothing.
                ["compression"] = (levels.Has(Gzip) ? Raw : levels[Codec]).Name,
                ["max_message"] = MaxMessage,
                ["certificate_use"] = levels[Certificate].Name,
                ["lock"] = levels[SenderLock].Name,
                ["channel"] = levels[Channel].Name,
                ["callers"] = CallersOf(levels),
                ["warm_up_seconds"] = levels.Value(CallQuantities.WarmUp),
                ["seconds"] = levels.Value(CallQuantities.Counted),
            })
        {
            Link = linked
                ? new LinkSpec
                {
                    Both = new DirectionSpec { Rate = BitRate.FromMegabits(levels.Value(LinkQuantities.Rate)), Queue = Queue },
                    Congestion = "reno",
                }
                : null,
            ReadsPackets = false,
        };
    }

    // A host on ASP.NET Core, HttpClient, one call after another.
    private static TrialSetup Tutorial(FactorLevels levels)
    {
        var build = levels.Has(Debug) ? "-debug" : "";
        return new TrialSetup(
            new ProcessSetup($"kestrel{build}", ["--port", "0", "--contract", "proto"], Runtime),
            new ProcessSetup($"client{build}", [], Runtime),
            new JsonObject
            {
                ["kind"] = "load",
                ["client"] = "httpclient",
                ["contract"] = "proto",
                ["connections"] = 1,
                ["in_flight"] = CallersOf(levels),
                ["payload_bytes"] = SizeOf(levels),
                ["warm_up_seconds"] = levels.Value(CallQuantities.WarmUp),
                ["seconds"] = levels.Value(CallQuantities.Counted),
            });
    }

    private static int CallersOf(FactorLevels levels) => (int)levels.Value(CallQuantities.Callers);

    private static int SizeOf(FactorLevels levels) => (int)levels.Value(CallQuantities.PayloadBytes);
}
