using System.Diagnostics;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.FunctionalTests.Interop.Discovery;

/// <summary>grpc-go, by the program <c>Go/discovery.go</c>, compiled from Debian's sources where it is new.</summary>
public sealed class GrpcGo : IAsyncLifetime
{
    private static readonly TimeSpan ToCompile = TimeSpan.FromMinutes(5);

    private string _folder = "";

    /// <summary>The compiled program; skips the test where there is no Go with grpc-go.</summary>
    public string Program
    {
        get
        {
            Requires.Present(ForeignGrpcPrerequisites.GrpcGo);
            return ProgramIn(_folder);
        }
    }

    public async ValueTask InitializeAsync()
    {
        var go = Requires.Check(ForeignGrpcPrerequisites.GrpcGo);
        if (go.IsPresent)
        {
            var source = ForeignGrpc.FileOf("Go/discovery.go");
            _folder = await BuildCache.FolderAsync(
                "grpc-go", [await File.ReadAllTextAsync(source), BuildCache.Tool(go.Program!)],
                made => BuildAsync(go.Program!, source, made));
        }
    }

    public ValueTask DisposeAsync() => ValueTask.CompletedTask;

    private static string ProgramIn(string folder) => Path.Combine(folder, "discovery");

    private static async Task BuildAsync(string go, string source, string made)
    {
        var build = new ProcessStartInfo(go, ["build", "-o", ProgramIn(made), source])
        {
            Environment =
            {
                ["GO111MODULE"] = "off", ["GOPATH"] = ForeignGrpcPrerequisites.GoPath, ["GOFLAGS"] = "", ["CGO_ENABLED"] = "0",
            },
        };
        var built = await ChildProcess.RunAsync(build, ToCompile);
        built.ExitCode.ShouldBe(0, built.Errors);
    }
}
