using System.Diagnostics;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.FunctionalTests.Interop.Discovery;

/// <summary>grpc-go, by programs of the folder <c>Go</c>, compiled from Debian's sources where they are new.</summary>
internal static class GrpcGo
{
    private static readonly TimeSpan ToCompile = TimeSpan.FromMinutes(5);

    /// <summary>A compiled program; skips the test where there is no Go with grpc-go.</summary>
    public static async Task<string> CompileAsync(string name)
    {
        Requires.Present(ForeignGrpcPrerequisites.GrpcGo);
        var go = Requires.Program(ForeignGrpcPrerequisites.GrpcGo);
        var source = ForeignGrpc.FileOf($"Go/{name}.go");
        var folder = await BuildCache.FolderAsync(
            "grpc-go", [name, await File.ReadAllTextAsync(source), BuildCache.Tool(go)], made => BuildAsync(go, source, made));
        return Path.Combine(folder, "program");
    }

    private static async Task BuildAsync(string go, string source, string made)
    {
        var build = new ProcessStartInfo(go, ["build", "-o", Path.Combine(made, "program"), source])
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
