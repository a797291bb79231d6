using System.ComponentModel;
using System.Diagnostics;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;

namespace Fathom.Schema.Compiler;

/// <summary>Descriptors from .proto files, by protoc.</summary>
public static class ProtoCompiler
{
    /// <summary>Compiles .proto files with all they import.</summary>
    /// <param name="files">The files: paths, or names below an import path.</param>
    /// <param name="importPaths">The folders in which imports are looked for; empty: the folder of each file.</param>
    /// <param name="folder">Where relative paths start.</param>
    /// <param name="cancellation">Ends protoc.</param>
    /// <exception cref="SchemaException">A file is not there or does not parse (the message is protoc's, with file, line and column), or
    /// there is no protoc.</exception>
    public static async Task<DescriptorSet> CompileAsync(
        IReadOnlyList<string> files, IReadOnlyList<string> importPaths, string folder, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(files);
        ArgumentNullException.ThrowIfNull(importPaths);
        var plan = ProtocArguments.Plan(files, importPaths, folder);
        var scratch = Directory.CreateTempSubdirectory("fathom-protoc-");
        try
        {
            var output = Path.Combine(scratch.FullName, "set");
            var program = ProtocProgram.Find(scratch.FullName, Environment.GetEnvironmentVariable("PATH"));
            await RunAsync(program, [.. plan, "--include_imports", $"--descriptor_set_out={output}"], folder, cancellation)
                .ConfigureAwait(false);
            var builder = new DescriptorSetBuilder(files.Count == 1 ? $"'{files[0]}'" : "the .proto files");
            builder.AddSet(await File.ReadAllBytesAsync(output, cancellation).ConfigureAwait(false));
            return builder.Build();
        }
        finally
        {
            scratch.Delete(recursive: true);
        }
    }

    private static async Task RunAsync(string program, IEnumerable<string> arguments, string folder, CancellationToken cancellation)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
            WorkingDirectory = folder.Length > 0 ? folder : Directory.GetCurrentDirectory(),
        };
        try
        {
            using var process = Process.Start(start)!;
            process.StandardInput.Close();
            using var ending = cancellation.UnsafeRegister(static p => ((Process)p!).Kill(), process);
            var output = process.StandardOutput.ReadToEndAsync(CancellationToken.None);
            var errors = await process.StandardError.ReadToEndAsync(CancellationToken.None).ConfigureAwait(false);
            await output.ConfigureAwait(false);
            await process.WaitForExitAsync(CancellationToken.None).ConfigureAwait(false);
            cancellation.ThrowIfCancellationRequested();
            if (process.ExitCode != 0)
            {
                throw SchemaException.Input($"--proto: protoc refused it: {string.Join("; ", Lines(errors))}");
            }
        }
        catch (Win32Exception e)
        {
            throw SchemaException.Missing(
                $"--proto: protoc does not start: {Shown.Sentence(e.Message)}; install one on PATH, or give --protoset", e);
        }
    }

    // The first lines: what follows is mostly their consequence.
    private static IEnumerable<string> Lines(string errors) =>
        errors.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Take(4).Select(Shown.Sentence);
}
