using Fathom.Schema.Descriptors;
using Fathom.Schema.Faults;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Printing;

/// <summary>Writes the files of descriptors.</summary>
public static class DescribedFiles
{
    /// <summary>The files of a set that these symbols are in or use, each after those it imports.</summary>
    public static IEnumerable<FileDescriptor> Of(IEnumerable<IDescriptor> symbols, DescriptorSet types)
    {
        ArgumentNullException.ThrowIfNull(symbols);
        ArgumentNullException.ThrowIfNull(types);
        var used = new HashSet<string>(StringComparer.Ordinal);
        for (var next = symbols.Select(symbol => symbol.File).ToList(); next.Count > 0;)
        {
            next = [.. next.Where(file => used.Add(file.Name)).SelectMany(file => file.Dependencies)];
        }

        return types.Files.Where(file => used.Contains(file.Name));
    }

    /// <summary>Writes a protoset, as <c>protoc --descriptor_set_out</c> does.</summary>
    public static void WriteProtoset(IEnumerable<FileDescriptor> files, string path) =>
        File.WriteAllBytes(path, new FileDescriptorSet { File = { files.Select(file => file.ToProto()) } }.ToByteArray());

    /// <summary>Writes each file as text under its own name, except those of protobuf itself, which protoc has.</summary>
    /// <returns>The names of the files that were written.</returns>
    /// <exception cref="SchemaException">A file has a name that leads out of the folder, or that is of no .proto file.</exception>
    public static IReadOnlyList<string> WriteText(IEnumerable<FileDescriptor> files, DescriptorSet types, string folder)
    {
        ArgumentNullException.ThrowIfNull(files);
        ArgumentNullException.ThrowIfNull(types);
        List<FileDescriptor> own = [.. files.Where(file => !WellKnownFiles.IsOfProtobuf(file.Name))];
        // A server chooses the names.
        if (own.Find(file => !file.Name.EndsWith(".proto", StringComparison.Ordinal) || Path.IsPathRooted(file.Name)
            || file.Name.Split('/', '\\').Contains("..")) is { } other)
        {
            throw SchemaException.Input($"{types.Source} has a file '{Shown.Short(other.Name)}', which is not written; accepted: names "
                + "that end in .proto and stay in the folder");
        }

        foreach (var file in own)
        {
            var path = Path.Combine(folder, file.Name);
            Directory.CreateDirectory(Path.GetDirectoryName(path)!);
            File.WriteAllText(path, ProtoPrinter.Of(file, types));
        }

        return own.ConvertAll(file => file.Name);
    }
}
