using Fathom.Lab.Prerequisites;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Interop;

/// <summary>gRPC's C-core, by a Python with grpcio and code from protoc with gRPC's Python plugin (Debian's packages).</summary>
internal static class Grpcio
{
    /// <summary>Looks for it; the generated code goes to <paramref name="scratch"/>.</summary>
    public static async Task<ForeignGrpc> FindAsync(DirectoryInfo scratch) =>
        await FindAsync(scratch, await File.ReadAllTextAsync(ForeignGrpc.FileOf("echo.proto")));

    /// <summary>The same, with code generated from what the code-first echo service exports.</summary>
    public static Task<ForeignGrpc> FindForCodeFirstAsync(DirectoryInfo scratch) => FindAsync(scratch, CodeFirstEchoProto.Text());

    private static async Task<ForeignGrpc> FindAsync(DirectoryInfo scratch, string echo)
    {
        var missing = ForeignGrpc.MissingOf(TestPrerequisites.PythonGrpc, TestPrerequisites.GrpcPythonPlugin, TestPrerequisites.Protoc);
        if (missing is null)
        {
            await GenerateAsync(scratch, echo);
        }

        return new ForeignGrpc(
            Requires.Check(TestPrerequisites.PythonGrpc).Program ?? "python3", "py", scratch.FullName, missing);
    }

    private static async Task GenerateAsync(DirectoryInfo output, string echo)
    {
        await File.WriteAllTextAsync(Path.Combine(output.FullName, "echo.proto"), echo);
        var protoc = await ChildProcess.RunAsync(
            Requires.Program(TestPrerequisites.Protoc),
            $"--plugin=protoc-gen-grpc_python={Requires.Program(TestPrerequisites.GrpcPythonPlugin)}",
            $"--proto_path={output.FullName}",
            $"--python_out={output.FullName}",
            $"--grpc_python_out={output.FullName}",
            "echo.proto");
        // A .proto of ours that protoc refuses is a failure, not a missing part.
        protoc.ExitCode.ShouldBe(0, protoc.Errors);
    }
}
