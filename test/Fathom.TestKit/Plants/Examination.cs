using System.Globalization;
using Fathom.Diagnosis.Causes.CpuQuotaThrottling;
using Fathom.Records.Doctors;
using Shouldly;
using Xunit;

namespace Fathom.TestKit.Plants;

/// <summary>Examines a plant with <c>fathom doctor</c>. A test owns it.</summary>
public sealed class Examination : IAsyncDisposable
{
    private static readonly TimeSpan Within = TimeSpan.FromMinutes(6);

    private readonly TemporaryFolder _folder = new();
    private readonly PlantStage _stage = new();

    /// <summary>The program that the tests' build left.</summary>
    public static string Plants => PlantStage.Program;

    /// <summary>What <c>doctor</c> wrote to its standard output and error.</summary>
    public string Wrote { get; private set; } = "";

    /// <summary>Its exit code.</summary>
    public int ExitCode { get; private set; }

    /// <summary>Judges a plant by an examination; see <see cref="Judgement"/>.</summary>
    public static Task JudgeAsync(Func<Examination, Task> judge) => Judgement.HoldsAsync(async () =>
    {
        await using var doctor = new Examination();
        await judge(doctor);
    });

    /// <summary>Starts a healthy server; its address.</summary>
    public Task<string> ServeAsync() => _stage.StartDotnetAsync("server");

    /// <summary>The control groups that <c>doctor</c> made and that are still there.</summary>
    public static IReadOnlyList<string> Groups() => CpuLimit.GroupsNamed("fathom-doctor-*");

    /// <summary>The processes in a control group.</summary>
    public static IReadOnlyList<int> ProcessesIn(string group)
    {
        try
        {
            return [.. File.ReadAllLines(Path.Combine(group, "cgroup.procs")).Select(id => int.Parse(id, CultureInfo.InvariantCulture))];
        }
        catch (IOException)
        {
            // It is gone, and the processes with it.
            return [];
        }
    }

    /// <summary>Limits the processor time of <c>doctor</c> and of what it runs; skips the test where this user may not.</summary>
    /// <param name="percent">Of one processor.</param>
    public void LimitProcessorTime(int percent)
    {
        try
        {
            _stage.LimitProcessorTime(percent);
        }
        catch (PlantMissingException e)
        {
            Assert.Skip(e.Message);
        }
    }

    /// <summary>Examines a plant of the catalogue; its verdict must be what the catalogue says. Skips the test where it cannot
    /// run.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="flags">Further options of <c>doctor</c>.</param>
    public async Task<DoctorRecord> DiagnoseAsync(string name, params string[] flags)
    {
        var plant = PlantCatalog.Find(name);
        Requires.Present(plant.Needs);
        string[] arguments = [];
        try
        {
            arguments = await plant.StartAsync(_stage);
        }
        catch (PlantMissingException e)
        {
            Assert.Skip(e.Message);
        }

        var record = await RunAsync([.. flags, .. arguments]);
        plant.Check(record, Wrote);
        // Other examinations of this machine may have one, at any time.
        (plant.Cause == CpuQuotaThrottlingCause.Name && Groups().Count > 0).ShouldBeFalse("control groups are left");
        return record;
    }

    /// <summary>Runs <c>doctor</c> to its end.</summary>
    public async Task<DoctorRecord> RunAsync(params string[] arguments)
    {
        using var doctor = Start(arguments);
        ExitCode = await doctor.ExitAsync(Within);
        Wrote = doctor.Output + doctor.Error;
        File.Exists(Path.Combine(_folder.Path, "doctor.json")).ShouldBeTrue(Wrote);
        return Read();
    }

    /// <summary>Runs <c>doctor</c> where it must refuse; what it wrote to its standard error.</summary>
    public async Task<string> RefusedAsync(params string[] arguments)
    {
        using var doctor = Start(arguments);
        ExitCode = await doctor.ExitAsync(Within);
        File.Exists(Path.Combine(_folder.Path, "doctor.json")).ShouldBeFalse();
        return doctor.Error;
    }

    /// <summary>Starts <c>doctor</c>.</summary>
    public FathomProcess Start(params string[] arguments) => _stage.StartDoctor(["--out", _folder.Path, .. arguments]);

    /// <summary>The verdict so far.</summary>
    public DoctorRecord Read() => DoctorRecordStore.Read(Path.Combine(_folder.Path, "doctor.json"));

    public async ValueTask DisposeAsync()
    {
        await _stage.DisposeAsync();
        _folder.Dispose();
    }
}
