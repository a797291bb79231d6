using System.Diagnostics;
using System.Runtime.InteropServices;
using Fathom.Machines.Prerequisites;
using Fathom.TestKit.Prerequisites;

namespace Fathom.TestKit.Plants;

/// <summary>The programs of <c>test/Fathom.Plants/Foreign</c>. Those in Go and C++ are compiled into <c>artifacts/plants</c>, once per
/// process and only after a change.</summary>
internal static class ForeignPrograms
{
    private static readonly TimeSpan ToCompile = TimeSpan.FromMinutes(5);

    private static readonly Lazy<Task<string>> Go = new(() => BuildAsync("grpc_go", ["grpc_go.go"], CompileGoAsync));
    private static readonly Lazy<Task<string>> Cpp =
        new(() => BuildAsync("grpc_cpp", ["grpc_cpp.cc", "../plant.proto"], CompileCppAsync));

    /// <summary>What grpc-js is imported from.</summary>
    public static string NodeModules => Repository.PathOf("test/Fathom.FunctionalTests/Interop/node_modules");

    /// <summary>A source file.</summary>
    public static string FileOf(string name) => Repository.PathOf($"test/Fathom.Plants/Foreign/{name}");

    /// <summary>The program in Go, compiled.</summary>
    public static Task<string> GoAsync() => Go.Value;

    /// <summary>The program in C++, compiled.</summary>
    public static Task<string> CppAsync() => Cpp.Value;

    /// <summary>The native library of Grpc.Core for this machine, in the output of the subject.</summary>
    /// <exception cref="PlantMissingException">Grpc.Core has none for this machine.</exception>
    public static string CoreLibrary()
    {
        var subject = Path.Combine(BuiltSubjects.Folder, "grpc-core", "runtimes");
        var system = OperatingSystem.IsWindows() ? "win" : OperatingSystem.IsMacOS() ? "osx" : "linux";
        var folder = Path.Combine(
            subject, $"{system}-{RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant()}", "native");
        return Directory.Exists(folder) ? Directory.GetFiles(folder, "*grpc_csharp_ext*").Single()
            : throw new PlantMissingException($"Grpc.Core's native library for {Path.GetFileName(Path.GetDirectoryName(folder))}");
    }

    private static Task CompileGoAsync(string program, string scratch) => RunAsync(
        new ProcessStartInfo(Requires.Program(ForeignGrpcPrerequisites.GrpcGo), ["build", "-o", program, FileOf("grpc_go.go")])
        {
            Environment =
            {
                ["GO111MODULE"] = "off", ["GOPATH"] = ForeignGrpcPrerequisites.GoPath, ["GOFLAGS"] = "", ["CGO_ENABLED"] = "0",
            },
        });

    private static async Task CompileCppAsync(string program, string scratch)
    {
        await RunAsync(new ProcessStartInfo(Requires.Program(TestPrerequisites.Protoc),
        [
            $"--plugin=protoc-gen-grpc={ExecutableSearch.Find("grpc_cpp_plugin")}",
            $"--proto_path={Repository.PathOf("test/Fathom.Plants")}", $"--cpp_out={scratch}", $"--grpc_out={scratch}", "plant.proto",
        ]));
        await RunAsync(new ProcessStartInfo(Requires.Program(ForeignGrpcPrerequisites.GrpcCpp),
        [
            "-std=c++17", "-O1", "-I", scratch, FileOf("grpc_cpp.cc"), "-o", program,
            "-Wl,--copy-dt-needed-entries", "-lgrpc++", "-lprotobuf", "-lgrpc", "-lgpr",
        ]));
    }

    // Into a folder of its own first: another process may compile the same at the same time.
    private static async Task<string> BuildAsync(string name, string[] sources, Func<string, string, Task> compile)
    {
        var folder = Repository.PathOf("artifacts/plants");
        var program = Path.Combine(folder, name);
        if (File.Exists(program) && sources.All(s => File.GetLastWriteTimeUtc(FileOf(s)) < File.GetLastWriteTimeUtc(program)))
        {
            return program;
        }

        Directory.CreateDirectory(folder);
        var scratch = Directory.CreateDirectory(Path.Combine(folder, Path.GetRandomFileName()));
        try
        {
            var built = Path.Combine(scratch.FullName, name);
            await compile(built, scratch.FullName);
            File.Move(built, program, overwrite: true);
            return program;
        }
        finally
        {
            scratch.Delete(recursive: true);
        }
    }

    private static async Task RunAsync(ProcessStartInfo info)
    {
        var run = await ChildProcess.RunAsync(info, ToCompile);
        if (run.ExitCode != 0)
        {
            throw new InvalidOperationException($"{info.FileName} failed with exit code {run.ExitCode}: {run.Errors}");
        }
    }
}
