using System.Text.Json;
using Fathom.Machines;
using Fathom.Wire.Grpc;

namespace Fathom.Bench.Soak;

/// <summary>Result of a soak run.</summary>
internal sealed class SoakReport(SoakOptions options) : IBenchReport
{
    private static readonly JsonSerializerOptions Json =
        new() { WriteIndented = true, PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };

    private static readonly string[] Processes = ["client", "host", "network"];

    private readonly SortedDictionary<string, int> _calls = new(StringComparer.Ordinal);
    private readonly SoakMessages _messages = new();
    private readonly List<string> _violations = [];
    private readonly List<(double Minute, Dictionary<string, double> Values)> _samples = [];

    /// <summary>Number of calls.</summary>
    public long Calls { get; private set; }

    /// <summary>The violations.</summary>
    public IReadOnlyList<string> Violations => _violations;

    /// <summary>Number of calls whose replies were read slowly.</summary>
    public long SlowReaders { get; private set; }

    /// <summary>Connections opened by the channels, and how many were cut.</summary>
    public (long Opened, long Cut) Connections { get; set; }

    private IEnumerable<SoakTrend> Trends =>
        from process in Processes
        from figure in new[]
        {
            ("managed_bytes", "bytes", 1e6), ("pooled_bytes", "bytes", double.PositiveInfinity),
                ("committed_bytes", "bytes", double.PositiveInfinity), ("resident_bytes", "bytes", double.PositiveInfinity),
            ("native_bytes", "bytes", 1e6), ("native_kept_bytes", "bytes", double.PositiveInfinity),
            ("handles", "handles", 16.0), ("threads", "threads", 16.0),
            ("latency_p50", "us", LatencySlack(100)), ("latency_p99", "us", LatencySlack(5_000)),
        }
        let name = $"{process} {figure.Item1}"
        where _samples.All(s => s.Values.ContainsKey(name))
        select new SoakTrend(name, figure.Item2, figure.Item3, [.. _samples.Select(s => s.Minute)],
            [.. _samples.Select(s => s.Values[name])]);

    // In a round of half a second one pause of the proxy decides the latency.
    private double LatencySlack(double microseconds) => options.Minutes >= 30 ? microseconds : double.PositiveInfinity;

    public void Violate(string what) => _violations.Add(what);

    public void Add(SoakRound round)
    {
        Calls += round.Calls;
        SlowReaders += round.SlowReaders;
        _violations.AddRange(round.Violations);
        foreach (var ((kind, status), count) in round.Counts)
        {
            var name = $"{kind}, {status}";
            _calls[name] = _calls.GetValueOrDefault(name) + count;
        }
    }

    /// <summary>Adds what the network of mediator nodes counted in a round.</summary>
    public void AddMessages(IReadOnlyDictionary<string, double> round) => _violations.AddRange(_messages.Add(round));

    public void Sample(double minute, params IReadOnlyList<IReadOnlyDictionary<string, double>> processes) => _samples.Add(
        (minute, processes.Zip(Processes, (values, name) => values.Select(v => ($"{name} {v.Key}", v.Value))).SelectMany(v => v)
            .ToDictionary(v => v.Item1, v => v.Value)));

    /// <summary>Runs the checks of the whole run.</summary>
    public void Close()
    {
        foreach (var trend in Trends.Where(trend => !trend.IsLevel))
        {
            Violate($"{trend.Name} is not level: {trend.FirstThird:0} {trend.Unit} in the first third, {trend.LastThird:0} in the last");
        }

        _violations.AddRange(_messages.Missing(options.Minutes));

        // A run without replies of some kind, without cuts or without cancellations proves nothing.
        foreach (var wanted in Enum.GetNames<SoakKind>().Select(kind => $"{kind}, {StatusCode.OK}")
            .Where(name => !_calls.ContainsKey(name)))
        {
            Violate($"no call was '{wanted}'");
        }

        if (Connections.Cut == 0 || SlowReaders == 0)
        {
            Violate($"{Connections.Cut} connections were cut and {SlowReaders} calls read slowly: a soak has both");
        }
    }

    public void Print(TextWriter output)
    {
        output.WriteLine($"{Calls} calls over {Connections.Opened} connections, {Connections.Cut} of them cut, {SlowReaders} calls read "
            + "slowly");
        output.WriteLine(_messages);
        foreach (var (name, count) in _calls)
        {
            output.WriteLine($"  {name}: {count}");
        }

        foreach (var trend in Trends)
        {
            output.WriteLine(
                $"  {trend.Name}: {trend.FirstThird:0} in the first third, {trend.LastThird:0} in the last, "
                    + $"{trend.SlopePerMinute:0.###} {trend.Unit} a minute");
        }

        output.WriteLine(_violations.Count == 0 ? "nothing was violated" : $"{_violations.Count} violations:");
        foreach (var violation in _violations.Take(20))
        {
            output.WriteLine($"  {violation}");
        }
    }

    public void Write(string path) => File.WriteAllText(path, JsonSerializer.Serialize(
        new
        {
            title = "calls of the native client to the native host, with cancellations, deadlines, slow readers and cut connections; and "
                + "notifications of mediator nodes, with renewals and revocations",
            command = $"dotnet run -c Release --project bench/Fathom.Bench -- {options.Arguments}",
            machine = MachineProbe.Describe(),
            minutes = options.Minutes,
            seed = options.Seed,
            calls = Calls,
            connections = Connections.Opened,
            connections_cut = Connections.Cut,
            slow_readers = SlowReaders,
            notifications = _messages.Notifications,
            renewals = _messages.Renewals,
            revocations = _messages.Revocations,
            ends = _calls,
            rows = Trends.Select(trend => new
            {
                trend.Name,
                trend.Unit,
                trend.FirstThird,
                trend.LastThird,
                trend.SlopePerMinute,
                values = trend.Samples,
            }),
            violations = _violations,
        },
        Json) + "\n");
}
