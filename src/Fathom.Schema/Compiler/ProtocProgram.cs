using System.ComponentModel;
using System.Diagnostics;
using System.Reflection;
using Fathom.Schema.Faults;

namespace Fathom.Schema.Compiler;

/// <summary>protoc: the program that is beside fathom, and the one on PATH.</summary>
internal static class ProtocProgram
{
    // What a loader exits with when a program is not for this system's C library.
    private const int CannotRun = 127;

    private static string Name => OperatingSystem.IsWindows() ? "protoc.exe" : "protoc";

    /// <summary>The programs there are, the one to try first in front. They may be for another system.</summary>
    /// <param name="folder">The folder of the one that comes with fathom.</param>
    /// <param name="searchPath">The value of PATH.</param>
    public static IEnumerable<string> Find(string folder, string? searchPath) =>
        (searchPath ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries).Prepend(folder)
            .Select(path => Path.Combine(path, Name)).Where(File.Exists);

    /// <summary>Compiles to a serialized <c>FileDescriptorSet</c> with all imports; null where the program does not run on this
    /// system.</summary>
    /// <param name="program">The program.</param>
    /// <param name="inputs">What to compile.</param>
    /// <param name="scratch">A folder for its files.</param>
    /// <param name="cancellation">Ends the program.</param>
    /// <exception cref="SchemaException">It refuses a file; the message is its own, with file, line and column.</exception>
    public static async Task<byte[]?> CompileAsync(string program, ProtoInputs inputs, string scratch, CancellationToken cancellation)
    {
        var output = Path.Combine(scratch, "set");
        var start = new ProcessStartInfo(Executable(program, scratch),
        [
            .. inputs.Paths.Append(WriteImports(scratch)).Select(path => $"--proto_path={path}"), .. inputs.Names,
            "--include_imports", $"--descriptor_set_out={output}",
        ])
        {
            RedirectStandardOutput = true, RedirectStandardError = true, RedirectStandardInput = true,
        };
        try
        {
            using var process = Process.Start(start)!;
            process.StandardInput.Close();
            using var ending = cancellation.UnsafeRegister(static p => ((Process)p!).Kill(), process);
            var said = process.StandardOutput.ReadToEndAsync(CancellationToken.None);
            var errors = await process.StandardError.ReadToEndAsync(CancellationToken.None).ConfigureAwait(false);
            await said.ConfigureAwait(false);
            await process.WaitForExitAsync(CancellationToken.None).ConfigureAwait(false);
            cancellation.ThrowIfCancellationRequested();
            return process.ExitCode switch
            {
                0 => await File.ReadAllBytesAsync(output, cancellation).ConfigureAwait(false),
                CannotRun => null,
                _ => throw SchemaException.Input($"--proto: protoc refused it: {string.Join("; ", Lines(errors))}"),
            };
        }
        catch (Win32Exception)
        {
            return null;
        }
    }

    // The .proto files that need no file of the user's: protobuf's own, which protoc looks for beside itself where a package does not
    // have them, google.rpc and health checks. They come last, so that the user's own go before.
    private static string WriteImports(string scratch)
    {
        var assembly = Assembly.GetExecutingAssembly();
        foreach (var name in assembly.GetManifestResourceNames().Where(n => n.EndsWith(".proto", StringComparison.Ordinal)))
        {
            var path = Path.Combine(scratch, name);
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            using var file = File.Create(path);
            using var text = assembly.GetManifestResourceStream(name)!;
            text.CopyTo(file);
        }

        return scratch;
    }

    // A package may have been unpacked without the right to execute.
    private static string Executable(string program, string scratch)
    {
        if (OperatingSystem.IsWindows() || (File.GetUnixFileMode(program) & UnixFileMode.UserExecute) != 0)
        {
            return program;
        }

        var copy = Path.Combine(scratch, Path.GetFileName(program));
        File.Copy(program, copy, overwrite: true);
        File.SetUnixFileMode(copy, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        return copy;
    }

    // The first lines: what follows is mostly their consequence.
    private static IEnumerable<string> Lines(string errors) =>
        errors.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Take(4).Select(Shown.Sentence);
}
