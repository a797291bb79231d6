using System.Globalization;
using System.Text.Json;
using Fathom.Machines;
using Fathom.TestKit.Worlds;

namespace Fathom.Bench.Worlds;

/// <summary>The examinations of all worlds, and the bars.</summary>
/// <param name="options">Options of the run.</param>
/// <param name="outcomes">The worlds.</param>
internal sealed class WorldsReport(WorldsOptions options, IReadOnlyList<WorldOutcome> outcomes) : IBenchReport
{
    private static readonly JsonSerializerOptions Layout = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    private readonly WorldTally _tally = new(outcomes);
    private readonly IReadOnlyList<WorldsRow> _rows = WorldsMatrix.Of(outcomes);

    /// <summary>Whether every bar holds.</summary>
    public bool Holds => Bars.All(b => b.Holds);

    /// <summary>The bars.</summary>
    public IReadOnlyList<WorldsBar> Bars => WorldsBar.All(_tally);

    public void Print(TextWriter output)
    {
        foreach (var row in _rows)
        {
            output.WriteLine($"{row.Fault}{(row.SeesProcessors ? ", seen" : "")}: alone {row.Alone}, among two {row.AmongTwo}, named "
                + $"{row.Named} of {row.Worlds}: {string.Join("; ", row.Verdicts.Select(v => $"{v.Key} {v.Value}"))}");
        }

        foreach (var bar in Bars)
        {
            output.WriteLine($"{(bar.Holds ? "holds " : "MISSED")} {bar.Of}: {bar.Count} of {bar.Worlds}, {Percent(bar.Share)} (bar "
                + $"{(bar.IsMost ? "at most" : "at least")} {Percent(bar.Bar)})");
        }

        output.WriteLine($"known faults: proven {_tally.Proven}, wrong proven {_tally.WrongProvenOfKnown}, wrong alone "
            + $"{_tally.WrongAlone}, named {_tally.Named} of {_tally.Known}; "
            + $"{outcomes.Count(o => o.IsSlight)} slight; {_tally.MeanSeconds:0.0} s on average");
    }

    public void Write(string path)
    {
        Directory.CreateDirectory(path);
        File.WriteAllText(Path.Combine(path, "worlds.json"), JsonSerializer.Serialize(
            new
            {
                title = "simulated worlds whose fault is known, examined by the product's examination of calls at once, in virtual time",
                command = $"dotnet run -c Release --project bench/Fathom.Bench -- {options.Arguments}",
                machine = MachineProbe.Describe(),
                firstSeed = options.From,
                seeds = options.Seeds,
                left_out = outcomes.Count(o => o.IsSlight),
                holds = Holds,
                bars = Bars,
                wrong_proven_of_known = _tally.WrongProvenOfKnown,
                proven = _tally.Proven,
                named = _tally.Named,
                wrong_alone = _tally.WrongAlone,
                mean_seconds = Math.Round(_tally.MeanSeconds, 1),
                faults = _rows,
            },
            Layout) + "\n");
        File.WriteAllText(Path.Combine(path, "worlds.html"), WorldsPage.Write(options, Bars, _rows));
    }

    private static string Percent(double share) => string.Create(CultureInfo.InvariantCulture, $"{100 * share:0.0} %");
}
