using Fathom.TestKit;

namespace Fathom.FunctionalTests.Interop;

/// <summary>gRPC's C-core, by a Python with grpcio and code from protoc with gRPC's Python plugin (Debian's packages).</summary>
internal static class Grpcio
{
    private static readonly string[] Pythons = ["python3", "/usr/bin/python3"];

    /// <summary>Looks for it; the generated code goes to <paramref name="scratch"/>.</summary>
    public static async Task<ForeignGrpc> FindAsync(DirectoryInfo scratch) =>
        await FindAsync(scratch, await File.ReadAllTextAsync(ForeignGrpc.FileOf("echo.proto")));

    /// <summary>The same, with code generated from what the code-first echo service exports.</summary>
    public static Task<ForeignGrpc> FindForCodeFirstAsync(DirectoryInfo scratch) => FindAsync(scratch, CodeFirstEchoProto.Text());

    private static async Task<ForeignGrpc> FindAsync(DirectoryInfo scratch, string echo)
    {
        foreach (var candidate in Pythons)
        {
            if ((await ChildProcess.RunAsync(candidate, "-c", "import grpc, google.protobuf")).ExitCode == 0)
            {
                return new ForeignGrpc(candidate, "py", scratch.FullName, await GenerateAsync(scratch, echo));
            }
        }

        return new ForeignGrpc(
            Pythons[0], "py", scratch.FullName,
                "no python3 in which 'import grpc' works (Debian: apt install python3-grpcio python3-protobuf)");
    }

    private static async Task<string?> GenerateAsync(DirectoryInfo output, string echo)
    {
        if (Tool.Find("grpc_python_plugin") is not { } plugin)
        {
            return "no grpc_python_plugin on the path (Debian: apt install protobuf-compiler-grpc)";
        }

        await File.WriteAllTextAsync(Path.Combine(output.FullName, "echo.proto"), echo);
        var protoc = await ChildProcess.RunAsync(
            "protoc",
            $"--plugin=protoc-gen-grpc_python={plugin}",
            $"--proto_path={output.FullName}",
            $"--python_out={output.FullName}",
            $"--grpc_python_out={output.FullName}",
            "echo.proto");
        return protoc.ExitCode == 0 ? null : $"protoc could not generate Python (Debian: apt install protobuf-compiler): {protoc.Errors}";
    }
}
