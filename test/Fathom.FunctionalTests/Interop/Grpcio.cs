using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.FunctionalTests.Interop;

/// <summary>gRPC's C-core, by a Python with grpcio and code from protoc with gRPC's Python plugin (Debian's packages).</summary>
internal static class Grpcio
{
    /// <summary>Looks for it, and generates the code where the contract is new.</summary>
    public static async Task<ForeignGrpc> FindAsync() =>
        await FindAsync("echo.proto", await File.ReadAllTextAsync(ForeignGrpc.FileOf("echo.proto")));

    /// <summary>The same, with code generated from what the code-first echo service exports.</summary>
    public static Task<ForeignGrpc> FindForCodeFirstAsync() => FindAsync("echo.proto", CodeFirstEchoProto.Text());

    /// <summary>The same, with the contract of gRPC's interoperability cases.</summary>
    public static async Task<ForeignGrpc> FindForCasesAsync() =>
        await FindAsync("interop.proto", await File.ReadAllTextAsync(ForeignGrpc.FileOf("Cases/interop.proto")));

    private static async Task<ForeignGrpc> FindAsync(string file, string contract)
    {
        var missing = ForeignGrpc.MissingOf(TestPrerequisites.PythonGrpc, TestPrerequisites.GrpcPythonPlugin, TestPrerequisites.Protoc);
        var library = missing is not null ? "" : await BuildCache.FolderAsync(
            "grpcio", [contract, BuildCache.Tool(Requires.Program(TestPrerequisites.Protoc))], made => GenerateAsync(made, file, contract));
        return new ForeignGrpc(Requires.Check(TestPrerequisites.PythonGrpc).Program ?? "python3", "py", library, missing);
    }

    private static async Task GenerateAsync(string output, string file, string contract)
    {
        await File.WriteAllTextAsync(Path.Combine(output, file), contract);
        var protoc = await ChildProcess.RunAsync(
            Requires.Program(TestPrerequisites.Protoc),
            $"--plugin=protoc-gen-grpc_python={Requires.Program(TestPrerequisites.GrpcPythonPlugin)}",
            $"--proto_path={output}",
            $"--python_out={output}",
            $"--grpc_python_out={output}",
            file);

        // A .proto of ours that protoc refuses is a failure, not a missing part.
        protoc.ExitCode.ShouldBe(0, protoc.Errors);
    }
}
