using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.FunctionalTests.Interop;

/// <summary>gRPC's C-core, by a Python with grpcio and code from protoc with gRPC's Python plugin (Debian's packages).</summary>
internal static class Grpcio
{
    /// <summary>Looks for it, and generates the code where the contract is new.</summary>
    public static async Task<ForeignGrpc> FindAsync() => await FindAsync(await File.ReadAllTextAsync(ForeignGrpc.FileOf("echo.proto")));

    /// <summary>The same, with code generated from what the code-first echo service exports.</summary>
    public static Task<ForeignGrpc> FindForCodeFirstAsync() => FindAsync(CodeFirstEchoProto.Text());

    private static async Task<ForeignGrpc> FindAsync(string echo)
    {
        var missing = ForeignGrpc.MissingOf(TestPrerequisites.PythonGrpc, TestPrerequisites.GrpcPythonPlugin, TestPrerequisites.Protoc);
        var library = missing is not null ? "" : await BuildCache.FolderAsync(
            "grpcio", [echo, BuildCache.Tool(Requires.Program(TestPrerequisites.Protoc))], made => GenerateAsync(made, echo));
        return new ForeignGrpc(Requires.Check(TestPrerequisites.PythonGrpc).Program ?? "python3", "py", library, missing);
    }

    private static async Task GenerateAsync(string output, string echo)
    {
        await File.WriteAllTextAsync(Path.Combine(output, "echo.proto"), echo);
        var protoc = await ChildProcess.RunAsync(
            Requires.Program(TestPrerequisites.Protoc),
            $"--plugin=protoc-gen-grpc_python={Requires.Program(TestPrerequisites.GrpcPythonPlugin)}",
            $"--proto_path={output}",
            $"--python_out={output}",
            $"--grpc_python_out={output}",
            "echo.proto");

        // A .proto of ours that protoc refuses is a failure, not a missing part.
        protoc.ExitCode.ShouldBe(0, protoc.Errors);
    }
}
