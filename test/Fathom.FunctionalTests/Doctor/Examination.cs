using Fathom.Lab.Results.Doctors;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Doctor;

/// <summary>Examines a plant with <c>fathom doctor</c>, with a healthy server where it needs one. A test owns it.</summary>
public sealed class Examination : IAsyncDisposable
{
    /// <summary>The collection of these tests: the programs they examine are measured.</summary>
    private static readonly TimeSpan Within = TimeSpan.FromMinutes(6);

    private readonly TemporaryFolder _folder = new();
    private ChildProcess? _server;

    /// <summary>The program that the tests' build left.</summary>
    public static string Plants => FathomProcess.Program.Replace("Fathom.Cli", "Fathom.Plants", StringComparison.Ordinal)
        .Replace("fathom.dll", "fathom-plants.dll", StringComparison.Ordinal);

    /// <summary>What <c>doctor</c> wrote to its standard output and error.</summary>
    public string Wrote { get; private set; } = "";

    /// <summary>Its exit code.</summary>
    public int ExitCode { get; private set; }

    /// <summary>Starts a healthy server; its address.</summary>
    public async Task<string> ServeAsync()
    {
        _server = ChildProcess.Start(SubjectCatalog.DotnetHost, "exec", Plants, "server");
        await Eventually.HoldsAsync(() => _server.Lines.Count > 0, "the address of the server");
        return _server.Lines[0];
    }

    /// <summary>Examines a plant, which sees two processors.</summary>
    public Task<DoctorRecord> OfAsync(string[] flags, params string[] plant) =>
        RunAsync([.. flags, "--", SubjectCatalog.DotnetHost, Plants, .. plant]);

    /// <summary>Runs <c>doctor</c> to its end.</summary>
    public async Task<DoctorRecord> RunAsync(params string[] arguments)
    {
        using var doctor = Start(arguments);
        ExitCode = await doctor.ExitAsync(Within);
        Wrote = doctor.Output + doctor.Error;
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
    public FathomProcess Start(params string[] arguments) => FathomProcess.StartWith(
        new Dictionary<string, string> { ["DOTNET_PROCESSOR_COUNT"] = "2" }, ["doctor", "--out", _folder.Path, .. arguments]);

    /// <summary>The verdict so far.</summary>
    public DoctorRecord Read() => DoctorRecordStore.Read(Path.Combine(_folder.Path, "doctor.json"));

    public async ValueTask DisposeAsync()
    {
        if (_server is not null)
        {
            await _server.DisposeAsync();
        }

        _folder.Dispose();
    }
}
