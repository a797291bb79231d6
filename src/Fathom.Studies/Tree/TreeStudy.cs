using System.Text.Json.Nodes;
using Fathom.Diagnosis.Causes.ThreadPoolStarvation;
using Fathom.Diagnosis.Observations;
using static Fathom.Studies.Tree.TreeFactors;

namespace Fathom.Studies.Tree;

/// <summary>
/// The study <c>tree</c>: "unpredictable and very high response times" of two REST APIs before three gRPC services, whose users Locust
/// simulates. The published load tests took the tree apart to find the cause; this measures it whole.
/// </summary>
public static class TreeStudy
{
    private const int RequestsPerUser = 4;
    private const double ThinkMs = 120;

    // What requests take beside the pauses.
    private const double QueuedSeconds = 0.2;

    // The users of rest-api; the others edit.
    private const double ShareOfReaders = 0.8;

    // Of each API, one after another: every method is compiled, and no pool gains a thread by it.
    private const int WarmUpRequests = 20;

    /// <summary>The study's declaration.</summary>
    public static StudySpec Spec { get; } = new()
    {
        Name = "tree",
        Title = "A service tree behind two REST APIs, under Locust",
        Question = "Users simulated by Locust met \"unpredictable and very high response times\" of REST APIs that call gRPC services. "
            + "Which of the processes is slow, and why?",
        Factors = TreeFactors.Of,
        Combinations = TreeDesign.Combinations,
        Policy = Policy,
        QuickLimit = TimeSpan.FromSeconds(60),
        StartSeconds = 2.0,
        Setup = (_, levels) => Setup(levels),
        Metrics = TreeMetrics.All,
        Comparisons = TreeDesign.Comparisons,
        Causes = [new ThreadPoolStarvationCause()],
        Answer = TreeAnswer.From,
    };

    private static TrialPolicy Policy(Profile profile, FactorLevels levels)
    {
        var replicates = Replication.Of(levels, TreeDesign.Comparisons(profile), otherwise: 5);
        var callers = (int)(levels.Value(CallQuantities.Callers) * (levels.Has(RestApi) ? ShareOfReaders : 1));
        var stall = levels.HasAll(Blocking, DefaultMinThreads)
            ? ThreadInjectionModel.MillisecondsUntilAllRun(callers, (int)levels.Value(ProcessQuantities.Processors)) / 1000
            : 0;
        // Pauses of the users and waits for threads last as long on a slow machine.
        return new TrialPolicy(replicates, (RequestsPerUser * ThinkMs / 1000) + QueuedSeconds + stall, IsIdle: false) { IsTimed = true };
    }

    private static TrialSetup Setup(FactorLevels levels)
    {
        string[] threads = levels.Has(ManyMinThreads) ? ["--min-threads", levels[MinThreads].Name] : [];
        string[] slow = levels.Has(TwentyMs) ? ["--delay-ms", "20"] : [];
        string[] lockFlag = levels.Has(OneLock) ? ["--lock"] : [];
        string[] console = levels.Has(SlowConsole) ? ["--slow-console"] : [];
        var environment = new Dictionary<string, string>([RuntimeSettings.NoProfiling, RuntimeSettings.LateRecompilation]);
        return new(
            new ProcessSetup("tree",
            [
                "--port", "0", "--library", levels[Library].Name, "--processors", levels[Processors].Name, "--in", levels[Place].Name,
                "--call", levels[Call].Name, "--channel", levels[Channel].Name, .. threads, .. slow, .. lockFlag, .. console,
            ], environment),
            new ProcessSetup("users", [], environment),
            new JsonObject
            {
                ["kind"] = "users",
                ["driver"] = "any",
                ["users"] = (int)levels.Value(CallQuantities.Callers),
                ["requests_per_user"] = RequestsPerUser,
                ["think_ms"] = ThinkMs,
                ["warm_up_requests"] = WarmUpRequests,
            });
    }
}
