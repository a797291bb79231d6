using System.Diagnostics;
using Fathom.Machines.Prerequisites;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.FunctionalTests.Interop;

/// <summary>gRPC's C++ library, by the program <c>Cpp/echo_server.cc</c>, compiled with code from protoc with gRPC's C++ plugin.</summary>
internal static class GrpcCpp
{
    private static readonly TimeSpan ToCompile = TimeSpan.FromMinutes(5);

    /// <summary>Looks for it, and compiles the program where its sources are new.</summary>
    public static async Task<ForeignGrpc> FindAsync()
    {
        if (ForeignGrpc.MissingOf(ForeignGrpcPrerequisites.GrpcCpp, TestPrerequisites.Protoc) is { } missing)
        {
            return new ForeignGrpc("", null, "", missing);
        }

        var (compiler, protoc) = (Requires.Program(ForeignGrpcPrerequisites.GrpcCpp), Requires.Program(TestPrerequisites.Protoc));
        var (echo, server) = (ForeignGrpc.FileOf("echo.proto"), ForeignGrpc.FileOf("Cpp/echo_server.cc"));
        string[] sources = [await File.ReadAllTextAsync(echo), await File.ReadAllTextAsync(server), BuildCache.Tool(compiler)];
        var folder = await BuildCache.FolderAsync("grpc-cpp", sources, async made =>
        {
            await RunAsync(protoc, $"--plugin=protoc-gen-grpc={ExecutableSearch.Find("grpc_cpp_plugin")}",
                $"--proto_path={Path.GetDirectoryName(echo)}", $"--cpp_out={made}", $"--grpc_out={made}", "echo.proto");
            await RunAsync(compiler, "-std=c++17", "-O0", "-I", made, server, "-o", Path.Combine(made, "echo_server"),
                "-Wl,--copy-dt-needed-entries", "-lgrpc++", "-lprotobuf", "-lgrpc", "-lgpr", "-ldl");
        });
        return new ForeignGrpc(Path.Combine(folder, "echo_server"), null, "", null);
    }

    private static async Task RunAsync(string program, params string[] arguments)
    {
        var run = await ChildProcess.RunAsync(new ProcessStartInfo(program, arguments), ToCompile);
        run.ExitCode.ShouldBe(0, run.Errors);
    }
}
