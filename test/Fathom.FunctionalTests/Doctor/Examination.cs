using Fathom.Lab.Results;
using Fathom.Lab.Results.Doctors;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;
using Fathom.TestKit.Plants;

namespace Fathom.FunctionalTests.Doctor;

/// <summary>Examines a plant with <c>fathom doctor</c>, with a healthy server where it needs one. A test owns it.</summary>
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

    /// <summary>Starts a healthy server; its address.</summary>
    public Task<string> ServeAsync() => _stage.StartDotnetAsync("server");

    /// <summary>Examines a plant of the catalogue; its verdict must be what the catalogue says. Skips the test where it cannot
    /// run.</summary>
    public async Task<DoctorRecord> DiagnoseAsync(string name)
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

        var record = await RunAsync(arguments);
        if (plant.Cause is null)
        {
            record.Causes.ShouldBeEmpty(Wrote);
        }
        else
        {
            (record.Causes[0].Id, record.Causes[0].Kind).ShouldBe((plant.Cause, plant.Kind), Wrote);
        }

        record.Causes.ShouldAllBe(c => !plant.IsHealthy || c.Kind == FindingKind.Hint, Wrote);
        return record;
    }

    /// <summary>Examines a plant, which sees two processors.</summary>
    public Task<DoctorRecord> OfAsync(string[] flags, params string[] plant) =>
        RunAsync([.. flags, "--", SubjectCatalog.DotnetHost, Plants, .. plant]);

    /// <summary>Runs <c>doctor</c> to its end.</summary>
    public Task<DoctorRecord> RunAsync(params string[] arguments) => RunWithAsync(PlantStage.Environment, arguments);

    /// <summary>Runs <c>doctor</c>, and with it the program, in an environment with these variables.</summary>
    public async Task<DoctorRecord> RunWithAsync(IReadOnlyDictionary<string, string> environment, params string[] arguments)
    {
        using var doctor = FathomProcess.StartWith(environment, ["doctor", "--out", _folder.Path, .. arguments]);
        ExitCode = await doctor.ExitAsync(Within);
        Wrote = doctor.Output + doctor.Error;
        File.Exists(Path.Combine(_folder.Path, "doctor.json")).ShouldBeTrue(Wrote);
        return DoctorRecordStore.Read(Path.Combine(_folder.Path, "doctor.json"));
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
    public FathomProcess Start(params string[] arguments) =>
        FathomProcess.StartWith(PlantStage.Environment, ["doctor", "--out", _folder.Path, .. arguments]);

    /// <summary>The verdict so far.</summary>
    public DoctorRecord Read() => DoctorRecordStore.Read(Path.Combine(_folder.Path, "doctor.json"));

    public async ValueTask DisposeAsync()
    {
        await _stage.DisposeAsync();
        _folder.Dispose();
    }
}
