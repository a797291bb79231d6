using System.Diagnostics;
using Fathom.Lab.Prerequisites;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Interop.Discovery;

/// <summary>grpc-go, by the program <c>Go/discovery.go</c>, compiled once per run of tests from Debian's sources.</summary>
public sealed class GrpcGo : IAsyncLifetime
{
    private static readonly TimeSpan ToCompile = TimeSpan.FromMinutes(5);

    private readonly DirectoryInfo _scratch = Directory.CreateTempSubdirectory("fathom-go-");

    /// <summary>The compiled program; skips the test where there is no Go with grpc-go.</summary>
    public string Program
    {
        get
        {
            Requires.Present(ForeignGrpcPrerequisites.GrpcGo);
            return Path.Combine(_scratch.FullName, "discovery");
        }
    }

    public async ValueTask InitializeAsync()
    {
        var go = Requires.Check(ForeignGrpcPrerequisites.GrpcGo);
        if (!go.IsPresent)
        {
            return;
        }

        var build = new ProcessStartInfo(go.Program!, ["build", "-o", Path.Combine(_scratch.FullName, "discovery"),
            ForeignGrpc.FileOf("Go/discovery.go")])
        {
            Environment =
            {
                ["GO111MODULE"] = "off", ["GOPATH"] = ForeignGrpcPrerequisites.GoPath, ["GOFLAGS"] = "", ["CGO_ENABLED"] = "0",
            },
        };
        var built = await ChildProcess.RunAsync(build, ToCompile);
        built.ExitCode.ShouldBe(0, built.Errors);
    }

    public ValueTask DisposeAsync()
    {
        _scratch.Delete(recursive: true);
        return ValueTask.CompletedTask;
    }
}
