using System.Globalization;
using System.Text.Json;
using Fathom.Machines;
using Fathom.Statistics;

namespace Fathom.Bench.Mediator;

/// <summary>Figures of the mediator by round, and whether each bar holds.</summary>
internal sealed class MediatorReport(MediatorOptions options) : IBenchReport
{
    private static readonly JsonSerializerOptions Json =
        new() { WriteIndented = true, PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };

    private readonly Dictionary<string, List<double>> _values = [];

    /// <summary>Whether every bar holds.</summary>
    public bool Holds => Rows().All(r => r.Holds != false);

    public void Add(MediatorFigure figure, double value)
    {
        if (!_values.TryGetValue(figure.Name, out var values))
        {
            _values[figure.Name] = values = [];
        }

        values.Add(Math.Round(value, 3));
        Console.Error.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{figure.Name}: {value:0.00} {figure.Unit}"));
    }

    public void Print(TextWriter output)
    {
        foreach (var row in Rows())
        {
            var multiple = row.Ratio is { } r ? string.Create(
                CultureInfo.InvariantCulture, $", {r.Value:0.000} of {row.Of} ({r.Low:0.000} to {r.High:0.000})") : "";
            output.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"{(row.Holds switch { true => "holds ", false => "MISSED", _ => "      " })} {row.Figure}: {row.Median:0.0} "
                    + $"{row.Unit}{multiple}; published {row.Published?.ToString(CultureInfo.InvariantCulture) ?? "-"}"));
        }
    }

    public void Write(string path) => File.WriteAllText(path, JsonSerializer.Serialize(
        new
        {
            title = "the mediator: node and sender in their own processes on two cores, mutual TLS, eight tasks; MB/s of 10^6 bytes, "
                + "payload counted once per ping",
            command = $"dotnet run -c Release --project bench/Fathom.Bench -- {options.Arguments}",
            machine = MachineProbe.Describe(),
            seconds = options.Seconds,
            rows = Rows(),
        },
        Json) + "\n");

    private IEnumerable<Row> Rows() =>
        from figure in MediatorFigures.All where _values.ContainsKey(figure.Name) select RowOf(figure, _values[figure.Name]);

    private Row RowOf(MediatorFigure figure, List<double> values)
    {
        var median = Sample.Median([.. values]);
        var ratio = figure.Bar?.Of is { } of ? Ratio(values, _values[of]) : (Estimate?)null;
        return new Row(
            figure.Name, figure.Unit, figure.Published, figure.Bar?.Least, figure.Bar?.Most, figure.Bar?.Aim, figure.Bar?.Of,
                figure.Bar?.HoldsFor(ratio?.Value ?? median), median, ratio, values);
    }

    // As findings have it: the interval of the permutation test, or the range of too few runs.
    private static Estimate Ratio(List<double> values, List<double> reference)
    {
        var test = new RatioTest([.. values], [.. reference], new SeededRandom(1));
        return test.Interval(0.025) ?? test.Range;
    }

    private sealed record Row(
        string Figure, string Unit, double? Published, double? Least, double? Most, double? Aim, string? Of, bool? Holds, double Median,
            Estimate? Ratio, IReadOnlyList<double> Values);
}
