using System.Text.Json;
using System.Text.Json.Nodes;
using Fathom.Machines;
using Fathom.Statistics;

namespace Fathom.Bench;

/// <summary>Result of a benchmark: one value per load, stack and pair, and the ratio of each stack to the reference.</summary>
internal sealed class BenchResult(string title, string unit, BenchOptions options) : IBenchReport
{
    private static readonly JsonSerializerOptions Json =
        new() { WriteIndented = true, PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };
    private readonly Dictionary<(string Load, string Name), List<double>> _values = [];

    /// <summary>Whether no load took the first stack longer than another, beyond the interval of their ratio.</summary>
    public bool FirstIsNeverSlower => Rows().All(row => row.Ratio is not { High: < 1 });

    /// <summary>Takes over the values of an earlier result.</summary>
    public BenchResult AddEarlier(string? path)
    {
        foreach (var row in path is null ? [] : JsonNode.Parse(File.ReadAllText(path))!["rows"]!.AsArray())
        {
            _values[((string)row!["load"]!, (string)row["name"]!)] = [.. row["values"]!.AsArray().Select(v => (double)v!)];
        }

        return this;
    }

    public void Add(string load, string name, double value)
    {
        if (!_values.TryGetValue((load, name), out var values))
        {
            _values[(load, name)] = values = [];
        }

        values.Add(Math.Round(value, 3));
        Console.Error.WriteLine($"{load}, {name}: {value:0.00} {unit}");
    }

    public void Print(TextWriter output)
    {
        output.WriteLine($"{title}, {unit}");
        foreach (var row in Rows())
        {
            output.WriteLine($"  {row.Load}, {row.Name}: median {row.Median:0.00}, from {row.Least:0.00} to {row.Most:0.00}"
                + (row.Ratio is { } r ? $"; ratio to {options.Names[0]} {r.Value:0.000} ({Kind(r)} {r.Low:0.000} to {r.High:0.000})" : ""));
        }
    }

    public void Write(string path) => File.WriteAllText(path, JsonSerializer.Serialize(
        new { title, unit, command = $"dotnet run -c Release --project bench/Fathom.Bench -- {options.Arguments}",
            machine = MachineProbe.Describe(), rows = Rows() },
        Json) + "\n");

    private IEnumerable<Row> Rows() => _values.Select(entry => new Row(
        entry.Key.Load,
        entry.Key.Name,
        Sample.Median([.. entry.Value]),
        entry.Value.Min(),
        entry.Value.Max(),
        entry.Value,
        entry.Key.Name == options.Names[0] ? null : Ratio(entry.Value, _values[(entry.Key.Load, options.Names[0])])));

    private static string Kind(Estimate ratio) => ratio.RangeOf is { } count ? $"range of {count}" : "95 % interval";

    // As findings have it: the interval of the permutation test, or the range of too few runs.
    private static Estimate? Ratio(List<double> values, List<double> reference)
    {
        var test = new RatioTest([.. values], [.. reference], new SeededRandom(1));
        return test.Interval(0.025) ?? test.Range;
    }

    private sealed record Row(string Load, string Name, double Median, double Least, double Most, IReadOnlyList<double> Values,
        Estimate? Ratio);
}
