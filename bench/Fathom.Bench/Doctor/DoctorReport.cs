using System.Globalization;
using System.Text.Json;
using Fathom.Machines;
using Fathom.TestKit;

namespace Fathom.Bench.Doctor;

/// <summary>The verdicts on all plants, and the bars. Owned by one run of the bench.</summary>
/// <param name="options">Options of the run.</param>
internal sealed class DoctorReport(DoctorBenchOptions options) : IBenchReport
{
    private const double LeastRight = 0.95;
    private const double LeastAmongTwo = 0.95;
    private const double MostWronglyProven = 0.01;
    private const double MostModelError = 0.2;

    private static readonly JsonSerializerOptions Layout = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
    };

    private readonly List<PlantRow> _rows = [];
    private HealthyRuns? _healthy;

    /// <summary>Whether it was interrupted.</summary>
    public bool IsPartial { get; set; }

    /// <summary>Whether every bar holds.</summary>
    public bool Holds => Totals().Holds && _healthy is not { Holds: false };

    /// <summary>Takes over what an earlier result has of other plants, and its healthy runs.</summary>
    public DoctorReport AddEarlier()
    {
        if (options.Add is { } path)
        {
            var earlier = JsonSerializer.Deserialize<Result>(File.ReadAllText(path), Layout)!;
            _rows.AddRange(earlier.Rows);
            _healthy = earlier.HealthyRuns;
        }

        return this;
    }

    /// <summary>Takes the row of a plant, in place of the one it had, and writes the file, so that nothing measured is lost.</summary>
    public void Set(PlantRow row)
    {
        var index = _rows.FindIndex(r => r.Name == row.Name);
        if (index < 0)
        {
            _rows.Add(row);
        }
        else
        {
            _rows[index] = row;
        }

        Keep();
    }

    /// <summary>Takes the healthy runs so far, and writes the file.</summary>
    public void Set(HealthyRuns runs)
    {
        _healthy = runs;
        Keep();
    }

    public void Print(TextWriter output)
    {
        var totals = Totals();
        output.WriteLine($"right cause first: {totals.Right} of {totals.Runs} ({Percent(totals.RightShare)}; bar {Percent(LeastRight)}), "
            + $"proven {totals.Proven} of {totals.Provable}");
        output.WriteLine($"alone or beside one other: {totals.AmongTwo} of {totals.Runs} (bar {Percent(LeastAmongTwo)}), "
            + $"another proven: {totals.WronglyProven} (bar {Percent(MostWronglyProven)})");
        output.WriteLine($"findings on healthy plants: {totals.FindingsOnHealthy} in {totals.HealthyRuns} runs (bar 0)");
        output.WriteLine($"predicted within {Percent(MostModelError)}: {totals.Predicted} of {totals.Predictable} (bar: all)");
        foreach (var (row, run) in _rows.SelectMany(r => r.Runs, (r, run) => (r, run)).Where(p => !p.Item1.IsRight(p.run)))
        {
            output.WriteLine($"WRONG {row.Name}: expected {row.Expected ?? "no finding"}, first was {run.First ?? "none"}"
                + (run.Failed is null ? "" : $"; no verdict: {run.Failed}"));
        }

        foreach (var row in _rows.Where(r => r.Skipped is not null))
        {
            output.WriteLine($"skipped {row.Name}: {row.Skipped}");
        }

        if (_healthy is { } healthy)
        {
            output.WriteLine($"healthy plants with --budget {healthy.Budget}: {healthy.WithFinding} of {healthy.Runs} runs name a finding "
                + $"({Percent(healthy.Share)}; bar 5 %)");
        }
    }

    public void Write(string path) => File.WriteAllText(path, JsonSerializer.Serialize(
        new Result(
            "planted causes and healthy plants on real stacks, each examined by the command 'fathom doctor'"
                + (options.Delay is { } delay ? $", services behind a link with a delay of {delay}" : "")
                + (options.Neighbours > 0 ? $", beside as many programs that compute all the time: {options.Neighbours}" : "")
                + ": the right cause first (bar: 0.95), alone or beside one other (bar: 0.95), another one proven (bar: 0.01), findings on "
                + "healthy plants (bar: 0), the compared time predicted within 0.2 where there is a formula (bar: all), "
                + "healthy plants in turn that name a finding (bar: 0.05)",
            $"dotnet run -c Release --project bench/Fathom.Bench -- {options.Arguments}",
            MachineProbe.Describe(), Path.GetFileName(FathomProcess.Folder), IsPartial, Totals(), _healthy, [.. _rows]),
        Layout) + "\n");

    private void Keep()
    {
        if (options.Out is { } file)
        {
            Write(file);
        }
    }

    private DoctorTotals Totals()
    {
        var runs = _rows.SelectMany(r => r.Runs, (row, run) => (Row: row, Run: run)).ToList();
        var planted = runs.Where(r => r.Row.Expected is not null).ToList();
        var healthy = runs.Where(r => r.Row.IsHealthy).ToList();
        var provable = planted.Where(r => r.Row.ExpectedKind == "finding").ToList();
        var predictable = runs.Where(r => r.Row.HasFormula).ToList();
        return new DoctorTotals(
            _rows.Count(r => r is { Expected: not null, IsHealthy: false, Skipped: null }),
            _rows.Count(r => r is { IsHealthy: true, Skipped: null }),
            planted.Count, planted.Count(r => r.Row.IsRight(r.Run)), planted.Count(r => r.Row.IsAmongTwo(r.Run)),
            planted.Count(r => r.Row.IsWronglyProven(r.Run)),
            provable.Count, provable.Count(r => r.Row.IsRight(r.Run) && r.Run.Kind == "finding"),
            healthy.Count, healthy.Sum(r => r.Run.Findings.Count),
            // The doctor leaves out a prediction that is far off: one that is missing is a miss.
            predictable.Count, predictable.Count(r => r.Row.IsRight(r.Run) && Math.Abs(r.Run.ModelError ?? 1) <= MostModelError),
            runs.Count(r => r.Run.Failed is not null), _rows.Count(r => r.Skipped is not null));
    }

    private static string Percent(double share) => string.Create(CultureInfo.InvariantCulture, $"{100 * share:0.#} %");

    private sealed record Result(string Title, string Command, object Machine, string Build, bool Partial, DoctorTotals Totals,
        HealthyRuns? HealthyRuns, IReadOnlyList<PlantRow> Rows);

    /// <param name="Planted">Plants with a cause.</param>
    /// <param name="Healthy">Healthy plants.</param>
    /// <param name="Runs">Examinations of plants for which a cause is expected.</param>
    /// <param name="Right">Those with the right one first.</param>
    /// <param name="AmongTwo">Those that name the right one and at most one other.</param>
    /// <param name="WronglyProven">Those that prove another one first.</param>
    /// <param name="Provable">Examinations that must end with a proof.</param>
    /// <param name="Proven">Those that do, of the right cause.</param>
    /// <param name="HealthyRuns">Examinations of healthy plants.</param>
    /// <param name="FindingsOnHealthy">Findings in those.</param>
    /// <param name="Predictable">Examinations with a formula.</param>
    /// <param name="Predicted">Those whose prediction is within the bar.</param>
    /// <param name="WithoutVerdict">Examinations that gave no verdict.</param>
    /// <param name="Skipped">Plants that cannot run on this machine.</param>
    private sealed record DoctorTotals(int Planted, int Healthy, int Runs, int Right, int AmongTwo, int WronglyProven, int Provable,
        int Proven, int HealthyRuns, int FindingsOnHealthy, int Predictable, int Predicted, int WithoutVerdict, int Skipped)
    {
        /// <summary>The share with the right cause first.</summary>
        public double RightShare => Runs == 0 ? 1 : Math.Round((double)Right / Runs, 4);

        /// <summary>Whether the bars hold.</summary>
        public bool Holds => RightShare >= LeastRight && AmongTwo >= LeastAmongTwo * Runs && WronglyProven <= MostWronglyProven * Runs
            && FindingsOnHealthy == 0 && Predicted == Predictable && WithoutVerdict == 0;
    }
}
