using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Fathom.Contracts.Proto;
using Fathom.Schema.Compiler.DataContracts;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Compiler;

/// <summary>Descriptors of the services and messages in a .NET assembly: code-first contracts of Fathom's and of
/// protobuf-net.Grpc, and what protoc generated. The assembly is read, not loaded.</summary>
public static class AssemblyContracts
{
    /// <summary>Reads an assembly, with those beside it whose contracts its own use.</summary>
    /// <param name="path">The .dll.</param>
    /// <param name="given">The path as the user wrote it, for messages.</param>
    /// <param name="cancellation">Ends protoc.</param>
    /// <exception cref="SchemaException">It is no assembly, declares no contracts, or lacks those of another assembly.</exception>
    public static async Task<DescriptorSet> ReadAsync(string path, string given, CancellationToken cancellation = default)
    {
        var own = Read(path, given, isOwn: true);
        if (own.Count == 0)
        {
            // A server often shares its contracts with its clients in another assembly.
            var references = References(path);
            own = [.. Beside(path, isOwn: true, references.Contains).Where(files => files.Any(HasService)).SelectMany(files => files)];
        }

        if (own.Count == 0)
        {
            throw SchemaException.Input($"--assembly: '{given}' and its references beside it declare no contracts; accepted: an assembly "
                + "with code that protoc generated, with [ServiceContract] of protobuf-net.Grpc, or built with Fathom.Contracts.Generator");
        }

        try
        {
            // Only those beside it can have what it imports: they are read when something is missing.
            var files = own.DistinctBy(f => f.Name, StringComparer.Ordinal).ToDictionary(f => f.Name, StringComparer.Ordinal);
            if (own.SelectMany(Imports).Any(import => !files.ContainsKey(import)))
            {
                foreach (var file in Beside(path, isOwn: false, _ => true).SelectMany(beside => beside))
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
            foreach (var file in all.Where(f => f.Text.Length > 0))
            {
                await File.WriteAllTextAsync(Path.Combine(scratch.FullName, SafeName(file.Name)), file.Text, cancellation)
                    .ConfigureAwait(false);
            }

            return await ProtoCompiler.CompileAsync([.. own.Where(f => f.Text.Length > 0).Select(f => f.Name)], [scratch.FullName],
                scratch.FullName, cancellation).ConfigureAwait(false);
        }
        finally
        {
            scratch.Delete(recursive: true);
        }
    }

    private static IReadOnlyList<ProtoFile> Read(string path, string given, bool isOwn)
    {
        try
        {
            using var assembly = File.OpenRead(path);
            var declared = ProtoFiles.Read(assembly);
            assembly.Position = 0;
            // Data contracts name no file: those of the assembly itself are read, with the messages that they use.
            return [.. declared, .. Of(() => GeneratedDescriptors.Read(assembly)),
                .. isOwn && declared.Count == 0 ? Of(() => DataContractFiles.Read(path)) : []];
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

    private static HashSet<string> References(string path)
    {
        using var image = new PEReader(File.OpenRead(path));
        var reader = image.GetMetadataReader();
        return [.. reader.AssemblyReferences.Select(r => reader.GetString(reader.GetAssemblyReference(r).Name))];
    }

    private static bool HasService(ProtoFile file) => file.Descriptor.Length > 0
        ? FileDescriptorProto.Parser.ParseFrom(ByteString.FromBase64(file.Descriptor)).Service.Count > 0
        : file.Text.Contains("\nservice ", StringComparison.Ordinal);

    // The files of each assembly in the folder.
    private static IEnumerable<IReadOnlyList<ProtoFile>> Beside(string path, bool isOwn, Func<string, bool> isWanted)
    {
        foreach (var other in Directory.EnumerateFiles(Path.GetDirectoryName(Path.GetFullPath(path))!, "*.dll")
            .Where(file => isWanted(Path.GetFileNameWithoutExtension(file))))
        {
            IReadOnlyList<ProtoFile> found = [];
            try
            {
                found = Read(other, other, isOwn);
            }
            catch (SchemaException)
            {
                // A native library, or one that is locked: it has no contracts.
            }

            yield return found;
        }
    }

    private static IEnumerable<ProtoFile> Of(Func<IReadOnlyList<FileDescriptorProto>> read)
    {
        try
        {
            return read().Select(f => new ProtoFile(f.Name, "") { Descriptor = f.ToByteString().ToBase64() });
        }
        catch (Exception e) when (e is not (BadImageFormatException or IOException or OutOfMemoryException or SchemaException))
        {
            // The readers of code throw exceptions of many types for a damaged image.
            throw new BadImageFormatException("its code is damaged: " + e.Message, e);
        }
    }

    private static IEnumerable<string> Imports(ProtoFile file) => file.Text.Length == 0
        ? FileDescriptorProto.Parser.ParseFrom(ByteString.FromBase64(file.Descriptor)).Dependency
            .Where(import => WellKnownFiles.Find(import) is null)
        : ImportsOf(file.Text);

    private static IEnumerable<string> ImportsOf(string text) => text.Split('\n')
        .Where(line => line.StartsWith("import \"", StringComparison.Ordinal)
            && !line.StartsWith("import \"google/", StringComparison.Ordinal))
        .Select(line => line.Split('"')[1]);

    // The assembly is untrusted: a name in it must not lead out of the folder.
    private static string SafeName(string name) =>
        name.Length > 0 && name.All(c => char.IsAsciiLetterOrDigit(c) || c is '.' or '_' or '-') && char.IsAsciiLetterOrDigit(name[0])
            ? name
            : throw SchemaException.Input($"it names a file '{Shown.Short(name)}'; accepted: ASCII letters, digits, '.', '_' and '-'");
}
