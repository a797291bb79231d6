using System.Diagnostics;
using Fathom.Lab.Results.Doctors;
using Fathom.Link.Plans;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;

namespace Fathom.LinuxTests.Doctor;

/// <summary>A service at the far end of a link with one known fault, examined by <c>fathom doctor</c> at the near end, so that every packet
/// crosses the link. A test owns it.</summary>
internal sealed class PlantedPath : IAsyncDisposable
{
    private static readonly TimeSpan Within = TimeSpan.FromMinutes(5);

    private readonly LinkRun _link;
    private readonly Process _server;
    private readonly TemporaryFolder _folder = new();

    private PlantedPath(LinkRun link, Process server) => (_link, _server) = (link, server);

    /// <summary>What <c>doctor</c> wrote.</summary>
    public string Wrote { get; private set; } = "";

    private static string Plants => FathomProcess.Program.Replace("Fathom.Cli", "Fathom.Plants", StringComparison.Ordinal)
        .Replace("fathom.dll", "fathom-plants.dll", StringComparison.Ordinal);

    /// <summary>A planted service on Grpc.AspNetCore.</summary>
    public static Task<PlantedPath> ServeAsync(LinkSpec spec, string service) =>
        StartAsync(spec, far => [Plants, "service", service, far]);

    /// <summary>The blob on the model of HTTP.sys.</summary>
    public static Task<PlantedPath> ServeBlobAsync(LinkSpec spec) =>
        StartAsync(spec, far => [FathomProcess.Program, "serve", "blob", "--host", "httpsys-model", "--bind", far, "--port", "0"]);

    /// <summary>Examines it.</summary>
    public async Task<DoctorRecord> ExamineAsync(params string[] arguments)
    {
        string? address = null;
        while (address is null && await _server.StandardOutput.ReadLineAsync() is { } line)
        {
            address = line.Split(' ').FirstOrDefault(w => w.StartsWith("http://", StringComparison.Ordinal));
        }

        var doctor = _link.Near!.StartInfo(SubjectCatalog.DotnetHost,
            ["exec", FathomProcess.Program, "doctor", address.ShouldNotBeNull(), .. arguments, "--out", _folder.Path]);
        var result = await ChildProcess.RunAsync(doctor, Within);
        Wrote = result.Output + result.Errors;
        result.ExitCode.ShouldBe(0, Wrote);
        return DoctorRecordStore.Read(_folder.PathOf("doctor.json"));
    }

    public async ValueTask DisposeAsync()
    {
        await _link.DisposeAsync();
        _server.Dispose();
        _folder.Dispose();
    }

    private static async Task<PlantedPath> StartAsync(LinkSpec spec, Func<string, IEnumerable<string>> server)
    {
        var link = await Machine.LinkAsync(spec);
        var start = link.Far!.StartInfo(SubjectCatalog.DotnetHost, ["exec", .. server($"{link.Far.Address}")]);
        (start.RedirectStandardOutput, start.RedirectStandardInput) = (true, true);
        return new PlantedPath(link, Process.Start(start)!);
    }
}
