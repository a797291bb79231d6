using System.Text.Json.Nodes;
using Fathom.SubjectProtocol;

namespace Fathom.Bench.Tree;

/// <summary>
/// Many users on the healthy service tree, in rounds. After each round, with no request under way, requests and failures are counted, and
/// memory, handles and threads of the five processes are sampled after a garbage collection.
/// </summary>
internal static class TreeSoak
{
    /// <summary>Rounds: enough for a comparison of thirds. The first ones fill caches.</summary>
    public const int Rounds = 12;
    private const int WarmUpRounds = 3;
    private const double ThinkMs = 1000;
    private const string Cores = "0,1";

    public static TreeSoakReport Run(TreeSoakOptions options)
    {
        var report = new TreeSoakReport(options);
        using var tree = new PinnedSubject("tree", Cores, "--processors", "2");
        using var users = new PinnedSubject("users", Cores);
        var addresses = tree.Ready.Addresses!;
        var requestsPerUser = Math.Max(1, (int)(options.Minutes * 60_000 / Rounds / ThinkMs));
        var workload = new JsonObject
        {
            ["kind"] = "users", ["driver"] = "any", ["users"] = options.Users, ["requests_per_user"] = requestsPerUser,
            ["think_ms"] = ThinkMs, ["warm_up_requests"] = 20, ["target"] = tree.Address, ["certificate"] = null,
            ["addresses"] = new JsonObject(addresses.Select(a => KeyValuePair.Create(a.Key, (JsonNode?)a.Value))),
        };
        users.Warm(workload);
        for (var number = 1; number <= Rounds; number++)
        {
            tree.Begin();
            var seen = users.Run(workload);
            var server = tree.End();
            report.Add(number, options.Users * requestsPerUser, seen, server);
            tree.Collect();
            if (number > WarmUpRounds)
            {
                report.Sample(number, ProcessUse.OfChildren(tree.Id), seen);
            }

            Console.Error.WriteLine($"round {number} of {Rounds}: {seen.Find(ReportedValues.Calls):0} requests, "
                + $"{seen.Errors.Values.Sum()} failed");
        }

        report.Close();
        return report;
    }
}
