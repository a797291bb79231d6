using System.Diagnostics;

namespace Fathom.FunctionalTests.Interop;

/// <summary>What interop tests need of the machine: a Python with grpcio, and protoc with gRPC's Python plugin (Debian's packages).</summary>
internal sealed class GrpcioTools : IDisposable
{
    private static readonly string[] Pythons = ["python3", "/usr/bin/python3"];

    private GrpcioTools(string? python, string? missing, DirectoryInfo directory) =>
        (Python, Missing, Directory) = (python, missing, directory);

    /// <summary>A Python that has grpcio; null when something is missing.</summary>
    public string? Python { get; }

    /// <summary>Why there can be no test, or null.</summary>
    public string? Missing { get; }

    /// <summary>Holds the generated code.</summary>
    public DirectoryInfo Directory { get; }

    public static string Script(string name) => Path.Combine(AppContext.BaseDirectory, "Interop", name);

    /// <param name="echo">The text of echo.proto; the repository's own file when left out.</param>
    public static async Task<GrpcioTools> FindAsync(string? echo = null)
    {
        var directory = System.IO.Directory.CreateTempSubdirectory("fathom-interop-");
        foreach (var candidate in Pythons)
        {
            if ((await RunAsync(candidate, ["-c", "import grpc, google.protobuf"])).ExitCode == 0)
            {
                return new GrpcioTools(candidate, await GenerateAsync(directory, echo), directory);
            }
        }

        return new GrpcioTools(null, "no python3 in which 'import grpc' works (Debian: apt install python3-grpcio python3-protobuf)", directory);
    }

    public void Dispose() => Directory.Delete(recursive: true);

    private static async Task<string?> GenerateAsync(DirectoryInfo output, string? echo)
    {
        var plugin = Environment.GetEnvironmentVariable("PATH")!.Split(Path.PathSeparator)
            .Select(folder => Path.Combine(folder, "grpc_python_plugin"))
            .FirstOrDefault(File.Exists);
        if (plugin is null)
        {
            return "no grpc_python_plugin on the path (Debian: apt install protobuf-compiler-grpc)";
        }

        var source = Path.Combine(output.FullName, "echo.proto");
        await File.WriteAllTextAsync(source, echo ?? await File.ReadAllTextAsync(Script("echo.proto")));
        var (exitCode, error) = await RunAsync("protoc",
        [
            $"--plugin=protoc-gen-grpc_python={plugin}", $"--proto_path={output.FullName}",
            $"--python_out={output.FullName}", $"--grpc_python_out={output.FullName}", "echo.proto",
        ]);
        return exitCode == 0 ? null : $"protoc could not generate Python (Debian: apt install protobuf-compiler): {error}";
    }

    private static async Task<(int ExitCode, string Error)> RunAsync(string program, IEnumerable<string> arguments)
    {
        try
        {
            using var process = Process.Start(new ProcessStartInfo(program, arguments)
            {
                RedirectStandardError = true,
                RedirectStandardOutput = true,
            })!;
            process.OutputDataReceived += static (_, _) => { };
            process.BeginOutputReadLine();
            var error = await process.StandardError.ReadToEndAsync();
            await process.WaitForExitAsync();
            return (process.ExitCode, error);
        }
        catch (System.ComponentModel.Win32Exception e)
        {
            return (-1, e.Message);
        }
    }
}
