using System.Globalization;
using System.Text.Json;
using Fathom.Machines;

namespace Fathom.Bench.Statistics;

/// <summary>The simulations of all plans.</summary>
/// <param name="options">Options of the run.</param>
/// <param name="plans">The plans.</param>
internal sealed class StatisticsReport(StatisticsOptions options, IReadOnlyList<SimulatedPlan> plans) : IBenchReport
{
    private static readonly JsonSerializerOptions Json =
        new() { WriteIndented = true, PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower };

    /// <summary>Whether every bar holds.</summary>
    public bool Holds => plans.All(p => p.Holds);

    public void Print(TextWriter output)
    {
        foreach (var plan in plans)
        {
            output.WriteLine($"{(plan.Holds ? "holds " : "MISSED")} {plan.Study}, {plan.Profile}, {plan.Comparisons} comparisons: false "
                + $"findings {string.Join(", ", plan.FalseFindings.Select(f => $"{Percent(f.Value.Share)} ({f.Key})"))}"
                + (plan.FalseEquivalences is { } alike ? $"; false equivalences {Percent(alike.Share)}" : "")
                + $"; found {string.Join(", ", plan.Power.Select(
                    p => $"{Percent(p.Found)} ({p.BaselineReplicates} against {p.CounterfactualReplicates})"))}");
        }
    }

    public void Write(string path) => File.WriteAllText(path, JsonSerializer.Serialize(
        new
        {
            title = "simulated studies by the real plans and the real engine: the share that finds something although nothing has an "
                + "effect (bar: 0.05), that finds an equivalence at a ratio of 1.25 (bar: 0.05), and that finds a single true ratio of 1.3 "
                + "in noise of 10 % (bar: 0.8)",
            command = $"dotnet run -c Release --project bench/Fathom.Bench -- {options.Arguments}",
            machine = MachineProbe.Describe(),
            studies = options.Studies,
            plans,
        },
        Json) + "\n");

    private static string Percent(double share) => string.Create(CultureInfo.InvariantCulture, $"{100 * share:0.0} %");
}
