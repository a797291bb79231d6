using System.Diagnostics;
using System.Text.Json.Nodes;
using Fathom.Studies.Running;
using Fathom.Studies;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.FunctionalTests.Studies.Running;

/// <summary>A replicate whose processes are misbehaving subjects.</summary>
internal static class MisbehavingTrial
{
    /// <summary>The variable by which the processes are found.</summary>
    private const string Mark = "FATHOM_TEST_MISBEHAVING";

    /// <summary>Executes a replicate whose server and client behave as named.</summary>
    public static Task<ReplicateOutcome> ExecuteAsync(string server, string client, SubjectTimeouts timeouts, string kind = "count",
        CancellationToken cancellation = default)
    {
        static ProcessSetup Process(string behaviour) => new("misbehaving", [behaviour], new Dictionary<string, string> { [Mark] = "1" });
        var trial = new TrialPlan(
            "t01",
            new FactorLevels([new Factor("host", "the subject").Level("misbehaving")]),
            new TrialPolicy(Replicates: 5, ExpectedSeconds: 0, IsIdle: false),
            new TrialSetup(Process(server), Process(client), new JsonObject { ["kind"] = kind }),
            SideBySide: false);
        return new ProcessTrialExecutor(BuiltSubjects.OfTests, timeouts).ExecuteAsync(trial, block: 4, cancellation);
    }

    /// <summary>Ids of the processes that run.</summary>
    public static List<int> Alive() => [.. Process.GetProcessesByName("dotnet").Where(IsMarked).Select(p => p.Id)];

    private static bool IsMarked(Process process)
    {
        Requires.Present(TestPrerequisites.Linux);
        try
        {
            return File.ReadAllText($"/proc/{process.Id}/environ").Contains(Mark + "=1", StringComparison.Ordinal);
        }
        catch (IOException)
        {
            // It ended while we looked.
            return false;
        }
    }
}
