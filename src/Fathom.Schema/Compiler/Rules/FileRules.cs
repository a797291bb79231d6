using Fathom.Schema.Descriptors;
using Google.Protobuf.Reflection;

namespace Fathom.Schema.Compiler.Rules;

/// <summary>The rules of the language that a parser of its grammar does not check, and protoc does (descriptor.cc of protobuf).</summary>
internal static class FileRules
{
    /// <summary>A sentence for each rule that one of the files breaks. The files that come with protobuf are known, and not among
    /// these.</summary>
    public static IEnumerable<string> Broken(IReadOnlyList<FileDescriptorProto> files)
    {
        var types = new DeclaredTypes();
        foreach (var file in files.SelectMany(f => f.Dependency).Distinct().Select(name => WellKnownFiles.Find(name)?.ToProto())
            .OfType<FileDescriptorProto>().Concat(files))
        {
            types.Add(file);
        }

        var names = new HashSet<string>(StringComparer.Ordinal);
        return files.SelectMany(file => new FileWalk(file, types, names).Broken().Select(fault => $"{file.Name}: {fault}"));
    }
}
