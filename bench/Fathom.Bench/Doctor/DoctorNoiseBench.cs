using System.Globalization;
using System.Text.Json;
using Fathom.Doctor;
using Fathom.Machines;
using Fathom.TestKit.Simulations;

namespace Fathom.Bench.Doctor;

/// <summary>Simulates every examination that the doctor plans by default: how many name a finding although nothing has an effect.</summary>
internal sealed class DoctorNoiseBench : IBenchReport
{
    private const double MostFalse = 0.05;

    private static readonly JsonSerializerOptions Layout = new()
    {
        WriteIndented = true,
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
    };

    private readonly DoctorNoiseOptions _options;
    private readonly IReadOnlyList<SimulatedExamination> _examinations;

    private DoctorNoiseBench(DoctorNoiseOptions options, IReadOnlyList<SimulatedExamination> examinations) =>
        (_options, _examinations) = (options, examinations);

    /// <summary>Whether no plan finds too much.</summary>
    public bool Holds => _examinations.All(e => e.Holds);

    public static DoctorNoiseBench Run(DoctorNoiseOptions options) => new(
        options,
        [
            .. DoctorSimulation.Planned(DoctorOptions.DefaultPairs, DoctorOptions.DefaultServicePairs).ToList().AsParallel().AsOrdered()
                .Select(plan => Simulate(plan, options.Runs)),
        ]);

    public void Print(TextWriter output)
    {
        foreach (var e in _examinations)
        {
            output.WriteLine($"{(e.Holds ? "holds " : "MISSED")} {e.Of}, {e.Changes} changes in {e.Rounds} rounds: false findings "
                + $"{string.Join(", ", e.FalseFindings.Select(f => $"{Percent(f.Value)} ({f.Key})"))}");
        }
    }

    public void Write(string path) => File.WriteAllText(path, JsonSerializer.Serialize(
        new
        {
            title = "simulated examinations by the doctor, whose changes make no difference: the share that names a finding (bar: 0.05)",
            command = $"dotnet run -c Release --project bench/Fathom.Bench -- {_options.Arguments}",
            machine = MachineProbe.Describe(),
            runs = _options.Runs,
            examinations = _examinations,
        },
        Layout) + "\n");

    private static SimulatedExamination Simulate(DoctorSimulation plan, int runs)
    {
        var shares = NoiseModel.All.Append(NoiseModel.BusyNeighbour)
            .ToDictionary(n => n.Name, n => (double)plan.WithFalseFindings(n, runs) / runs);
        return new SimulatedExamination(plan.IsService ? "a service" : "a program", plan.Changes, plan.Rounds, shares,
            shares.Values.All(s => s <= MostFalse));
    }

    private static string Percent(double share) => string.Create(CultureInfo.InvariantCulture, $"{100 * share:0.0} %");
}

/// <summary>The figures of one plan.</summary>
/// <param name="Of">What is examined.</param>
/// <param name="Changes">Changes that are tried.</param>
/// <param name="Rounds">Rounds.</param>
/// <param name="FalseFindings">The share that names a finding, by noise.</param>
/// <param name="Holds">Whether all are within the bar.</param>
internal sealed record SimulatedExamination(
    string Of, int Changes, int Rounds, IReadOnlyDictionary<string, double> FalseFindings, bool Holds);

/// <summary>Options of <c>doctor-noise</c>.</summary>
/// <param name="Runs">Simulated examinations for each figure.</param>
/// <param name="Out">Result file, or null.</param>
/// <param name="Arguments">The command line, kept in the result.</param>
internal sealed record DoctorNoiseOptions(int Runs, string? Out, string Arguments)
{
    public static DoctorNoiseOptions? Read(string[] args)
    {
        if (args is not ["doctor-noise", .. var rest] || rest.Length % 2 != 0)
        {
            return null;
        }

        var flags = rest.Chunk(2).ToDictionary(p => p[0], p => p[1]);
        return flags.Keys.Except(["--runs", "--out"]).Any() ? null : new DoctorNoiseOptions(
            int.Parse(flags.GetValueOrDefault("--runs", "20000"), CultureInfo.InvariantCulture), flags.GetValueOrDefault("--out"),
            string.Join(' ', args));
    }
}
