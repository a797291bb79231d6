using System.Text.Json;
using Fathom.Bench.Soak;
using Fathom.Machines;
using Fathom.SubjectProtocol;

namespace Fathom.Bench.Tree;

/// <summary>Result of a soak run of the service tree.</summary>
internal sealed class TreeSoakReport(TreeSoakOptions options) : IBenchReport
{
    private static readonly JsonSerializerOptions Json =
        new() { WriteIndented = true, PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };

    private readonly List<string> _violations = [];
    private readonly SortedDictionary<string, int> _failures = new(StringComparer.Ordinal);
    private readonly List<(int Round, Dictionary<string, double> Values)> _samples = [];
    private double _requests;
    private bool _byLocust = true;

    /// <summary>The violations.</summary>
    public IReadOnlyList<string> Violations => _violations;

    private double MinutesPerRound => options.Minutes / TreeSoak.Rounds;

    private IEnumerable<SoakTrend> Trends => _samples.Count == 0 ? [] :
        from name in _samples[0].Values.Keys.Order(StringComparer.Ordinal)
        where _samples.TrueForAll(s => s.Values.ContainsKey(name))
        let kind = name.Split(' ')[1] switch
        {
            "resident_bytes" => ("bytes", 15e6),
            "response_p50" or "response_p95" => ("us", double.PositiveInfinity),
            var handlesOrThreads => (handlesOrThreads, 16.0),
        }
        select new SoakTrend(name, kind.Item1, kind.Item2, [.. _samples.Select(s => s.Round * MinutesPerRound)],
            [.. _samples.Select(s => s.Values[name])]);

    /// <summary>Counts a round.</summary>
    public void Add(int round, int planned, ProcessFigures users, ProcessFigures tree)
    {
        var made = users.Find(ReportedValues.Calls) ?? 0;
        var traced = tree.Find(ReportedValues.TracedRequests) ?? 0;
        _requests += made;
        _byLocust &= users.Find(ReportedValues.ByLocust) == 1;
        foreach (var (kind, count) in users.Errors)
        {
            _failures[kind] = _failures.GetValueOrDefault(kind) + count;
        }

        if (made != planned || traced != planned)
        {
            _violations.Add($"round {round}: {planned} requests were planned, the users made {made}, and {traced} were traced");
        }

        if (tree.Find(ReportedValues.Restarts) is > 0 and var restarts)
        {
            _violations.Add($"round {round}: {restarts} processes ended and were started again");
        }
    }

    /// <summary>Keeps what the processes use after a round, and how long its requests took.</summary>
    public void Sample(int round, Dictionary<string, double> processes, ProcessFigures users)
    {
        processes["users response_p50"] = Quantile(users.Latency, 0.5);
        processes["users response_p95"] = Quantile(users.Latency, 0.95);
        _samples.Add((round, processes));
    }

    /// <summary>Runs the checks of the whole run.</summary>
    public void Close()
    {
        _violations.AddRange(_failures.Select(f => $"{f.Value} requests failed: {f.Key}"));
        _violations.AddRange(Trends.Where(t => !t.IsLevel).Select(t =>
            $"{t.Name} is not level: {t.FirstThird:0} {t.Unit} in the first third, {t.LastThird:0} in the last"));
    }

    public void Print(TextWriter output)
    {
        output.WriteLine($"{_requests:0} requests of {options.Users} users by {Driver}, {_failures.Values.Sum()} failed");
        foreach (var trend in Trends)
        {
            output.WriteLine($"  {trend.Name}: {trend.FirstThird:0} in the first third, {trend.LastThird:0} in the last, "
                + $"{trend.SlopePerMinute:0.###} {trend.Unit} a minute");
        }

        output.WriteLine(_violations.Count == 0 ? "nothing was violated" : $"{_violations.Count} violations:");
        _violations.ForEach(v => output.WriteLine($"  {v}"));
    }

    public void Write(string path) => File.WriteAllText(path, JsonSerializer.Serialize(
        new
        {
            title = "users of the healthy service tree: failed requests, memory, handles and threads of its five processes",
            command = $"dotnet run -c Release --project bench/Fathom.Bench -- {options.Arguments}",
            machine = MachineProbe.Describe(),
            minutes = options.Minutes,
            users = options.Users,
            driver = Driver,
            requests = _requests,
            failures = _failures,
            rows = Trends.Select(t => new { t.Name, t.Unit, t.FirstThird, t.LastThird, t.SlopePerMinute, values = t.Samples }),
            violations = _violations,
        },
        Json) + "\n");

    private string Driver => _byLocust ? "Locust" : "the built-in driver";

    private static double Quantile(IReadOnlyList<(double UpTo, long Count)> latency, double share)
    {
        var (rank, seen) = (Math.Ceiling(share * latency.Sum(b => b.Count)), 0L);
        foreach (var (upTo, count) in latency)
        {
            seen += count;
            if (seen >= rank)
            {
                return upTo;
            }
        }

        return 0;
    }
}
