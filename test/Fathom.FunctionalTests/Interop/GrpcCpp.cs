using System.Diagnostics;
using Fathom.Lab.Prerequisites;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Interop;

/// <summary>gRPC's C++ library, by the program <c>Cpp/echo_server.cc</c>, compiled with code from protoc with gRPC's C++ plugin.</summary>
internal static class GrpcCpp
{
    private static readonly TimeSpan ToCompile = TimeSpan.FromMinutes(5);

    /// <summary>Looks for it; generated code and program go to <paramref name="scratch"/>.</summary>
    public static async Task<ForeignGrpc> FindAsync(DirectoryInfo scratch)
    {
        var missing = ForeignGrpc.MissingOf(ForeignGrpcPrerequisites.GrpcCpp, TestPrerequisites.Protoc);
        var program = Path.Combine(scratch.FullName, "echo_server");
        if (missing is null)
        {
            await RunAsync(Requires.Program(TestPrerequisites.Protoc),
                $"--plugin=protoc-gen-grpc={ExecutableSearch.Find("grpc_cpp_plugin")}",
                $"--proto_path={Path.GetDirectoryName(ForeignGrpc.FileOf("echo.proto"))}", $"--cpp_out={scratch.FullName}",
                $"--grpc_out={scratch.FullName}", "echo.proto");
            await RunAsync(Requires.Program(ForeignGrpcPrerequisites.GrpcCpp), "-std=c++17", "-O0", "-I", scratch.FullName,
                ForeignGrpc.FileOf("Cpp/echo_server.cc"), "-o", program,
                "-Wl,--copy-dt-needed-entries", "-lgrpc++", "-lprotobuf", "-lgrpc", "-lgpr");
        }

        return new ForeignGrpc(program, null, "", missing);
    }

    private static async Task RunAsync(string program, params string[] arguments)
    {
        var run = await ChildProcess.RunAsync(new ProcessStartInfo(program, arguments), ToCompile);
        run.ExitCode.ShouldBe(0, run.Errors);
    }
}
