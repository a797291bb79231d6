using Fathom.Contracts.Proto;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Google.Protobuf;

namespace Fathom.Schema.Compiler;

/// <summary>Descriptors of the code-first contracts in a .NET assembly. The assembly is read, not loaded.</summary>
public static class AssemblyContracts
{
    /// <summary>Reads an assembly, with those beside it whose contracts its own use.</summary>
    /// <param name="path">The .dll.</param>
    /// <param name="given">The path as the user wrote it, for messages.</param>
    /// <param name="cancellation">Ends protoc.</param>
    /// <exception cref="SchemaException">It is no assembly, declares no contracts, or lacks those of another assembly.</exception>
    public static async Task<DescriptorSet> ReadAsync(string path, string given, CancellationToken cancellation = default)
    {
        var own = Read(path, given);
        if (own.Count == 0)
        {
            throw SchemaException.Input($"--assembly: '{given}' declares no contracts; an assembly that was built with "
                + "Fathom.Contracts.Generator is needed");
        }

        try
        {
            // Only those beside it can have what it imports: they are read when something is missing.
            var files = own.ToDictionary(f => f.Name, StringComparer.Ordinal);
            if (own.SelectMany(f => Imports(f.Text)).Any(import => !files.ContainsKey(import)))
            {
                foreach (var file in Beside(path))
                {
                    files.TryAdd(file.Name, file);
                }
            }

            return files.Values.All(f => f.Descriptor.Length > 0)
                ? Build([.. files.Values])
                : await CompileAsync(own, files.Values, cancellation).ConfigureAwait(false);
        }
        catch (SchemaException e) when (e.Fault == SchemaFault.Input)
        {
            throw SchemaException.Input($"--assembly: the contracts of '{given}' cannot be read: {e.Message}", e);
        }
    }

    private static DescriptorSet Build(IReadOnlyList<ProtoFile> files)
    {
        var builder = new DescriptorSetBuilder("the assembly");
        foreach (var file in files)
        {
            try
            {
                builder.Add(ByteString.FromBase64(file.Descriptor));
            }
            catch (FormatException e)
            {
                throw SchemaException.Input($"the descriptor of '{Shown.Short(file.Name)}' is damaged; build the assembly again", e);
            }
        }

        return builder.Build();
    }

    // An assembly of an older generator has the text alone.
    private static async Task<DescriptorSet> CompileAsync(
        IEnumerable<ProtoFile> own, IEnumerable<ProtoFile> all, CancellationToken cancellation)
    {
        var scratch = Directory.CreateTempSubdirectory("fathom-contracts-");
        try
        {
            foreach (var file in all)
            {
                await File.WriteAllTextAsync(Path.Combine(scratch.FullName, SafeName(file.Name)), file.Text, cancellation)
                    .ConfigureAwait(false);
            }

            return await ProtoCompiler.CompileAsync([.. own.Select(f => f.Name)], [scratch.FullName], scratch.FullName, cancellation)
                .ConfigureAwait(false);
        }
        finally
        {
            scratch.Delete(recursive: true);
        }
    }

    private static IReadOnlyList<ProtoFile> Read(string path, string given)
    {
        try
        {
            using var assembly = File.OpenRead(path);
            return ProtoFiles.Read(assembly);
        }
        catch (BadImageFormatException e)
        {
            throw SchemaException.Input($"--assembly: '{given}' is not a .NET assembly: {Shown.Sentence(e.Message)}", e);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw SchemaException.Input($"--assembly: '{given}' cannot be read: {Shown.Sentence(e.Message)}", e);
        }
    }

    private static IEnumerable<ProtoFile> Beside(string path)
    {
        foreach (var other in Directory.EnumerateFiles(Path.GetDirectoryName(Path.GetFullPath(path))!, "*.dll"))
        {
            IReadOnlyList<ProtoFile> found = [];
            try
            {
                found = Read(other, other);
            }
            catch (SchemaException)
            {
                // A native library, or one that is locked: it has no contracts.
            }

            foreach (var file in found)
            {
                yield return file;
            }
        }
    }

    private static IEnumerable<string> Imports(string text) => text.Split('\n')
        .Where(line => line.StartsWith("import \"", StringComparison.Ordinal)
            && !line.StartsWith("import \"google/", StringComparison.Ordinal))
        .Select(line => line.Split('"')[1]);

    // The assembly is untrusted: a name in it must not lead out of the folder.
    private static string SafeName(string name) =>
        name.Length > 0 && name.All(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '_' or '-') && char.IsAsciiLetterOrDigit(name[0])
            ? name
            : throw SchemaException.Input($"it names a file '{Shown.Short(name)}'; accepted: ASCII letters, digits, '.', '_' and '-'");
}
