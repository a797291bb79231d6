using Fathom.Schema.Descriptors.Protos;
using Google.Protobuf.Reflection;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.Schema.Descriptors;

/// <summary>Built-in .proto files, by import name: protobuf's own, error details (google.rpc) and health checks.</summary>
internal static class WellKnownFiles
{
    private static readonly Dictionary<string, FileDescriptor> Files = new[]
    {
        AnyReflection.Descriptor, ApiReflection.Descriptor, DescriptorReflection.Descriptor, DurationReflection.Descriptor,
        EmptyReflection.Descriptor, FieldMaskReflection.Descriptor, SourceContextReflection.Descriptor, StructReflection.Descriptor,
        TimestampReflection.Descriptor, TypeReflection.Descriptor, WrappersReflection.Descriptor,
        StatusReflection.Descriptor, ErrorDetailsReflection.Descriptor, HealthReflection.Descriptor,
    }.ToDictionary(f => f.Name, StringComparer.Ordinal);

    private static readonly Dictionary<string, IDescriptor> Symbols = SymbolsOf(Files.Values);

    public static FileDescriptor? Find(string name) => Files.GetValueOrDefault(name);

    /// <summary>Whether a file is protobuf's own, of which a user has no other.</summary>
    public static bool IsOfProtobuf(string name) => name.StartsWith("google/protobuf/", StringComparison.Ordinal) && Find(name) is not null;

    /// <summary>What these files declare, by its full name; null for an unknown name.</summary>
    public static IDescriptor? FindSymbol(string fullName) => Symbols.GetValueOrDefault(fullName);

    private static Dictionary<string, IDescriptor> SymbolsOf(IEnumerable<FileDescriptor> files)
    {
        var symbols = new Dictionary<string, IDescriptor>(StringComparer.Ordinal);
        foreach (var file in files)
        {
            SymbolTable.Add(file, symbols);
        }

        return symbols;
    }
}
