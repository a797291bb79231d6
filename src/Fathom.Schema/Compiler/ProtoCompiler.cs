using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;

namespace Fathom.Schema.Compiler;

/// <summary>Descriptors from .proto files, by protoc; where there is none for this system, by a parser in this process.</summary>
public static class ProtoCompiler
{
    /// <summary>Compiles .proto files with all they import.</summary>
    /// <param name="files">The files: paths, or names below an import path.</param>
    /// <param name="importPaths">The folders in which imports are looked for; empty: the folder of each file.</param>
    /// <param name="folder">Where relative paths start.</param>
    /// <param name="cancellation">Ends protoc.</param>
    /// <exception cref="SchemaException">A file is not there or does not parse. The message is the compiler's, with file, line and column,
    /// and says which compiler it was.</exception>
    public static Task<DescriptorSet> CompileAsync(
        IReadOnlyList<string> files, IReadOnlyList<string> importPaths, string folder, CancellationToken cancellation = default)
    {
        ArgumentNullException.ThrowIfNull(files);
        ArgumentNullException.ThrowIfNull(importPaths);
        return CompileAsync(files, importPaths, folder,
            ProtocProgram.Find(Path.Combine(AppContext.BaseDirectory, "protoc"), Environment.GetEnvironmentVariable("PATH")), cancellation);
    }

    /// <summary>The same by the first of these programs that runs on this system, and by the parser where none does.</summary>
    internal static async Task<DescriptorSet> CompileAsync(IReadOnlyList<string> files, IReadOnlyList<string> importPaths, string folder,
        IEnumerable<string> programs, CancellationToken cancellation)
    {
        var inputs = ProtoInputs.Find(files, importPaths, folder);
        var source = files.Count == 1 ? $"'{files[0]}'" : "the .proto files";
        var scratch = Directory.CreateTempSubdirectory("fathom-protoc-");
        try
        {
            foreach (var program in programs)
            {
                if (await ProtocProgram.CompileAsync(program, inputs, scratch.FullName, cancellation).ConfigureAwait(false) is { } set)
                {
                    var builder = new DescriptorSetBuilder(source);
                    builder.AddSet(set);
                    return builder.Build();
                }
            }

            return ManagedParser.Parse(inputs, source);
        }
        finally
        {
            scratch.Delete(recursive: true);
        }
    }
}
