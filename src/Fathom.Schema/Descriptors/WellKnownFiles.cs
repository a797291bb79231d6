using Google.Protobuf.Reflection;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.Schema.Descriptors;

/// <summary>The files that come with protobuf, by the names under which others import them.</summary>
internal static class WellKnownFiles
{
    private static readonly Dictionary<string, FileDescriptor> All = new[]
    {
        AnyReflection.Descriptor, ApiReflection.Descriptor, DescriptorReflection.Descriptor, DurationReflection.Descriptor,
        EmptyReflection.Descriptor, FieldMaskReflection.Descriptor, SourceContextReflection.Descriptor, StructReflection.Descriptor,
        TimestampReflection.Descriptor, TypeReflection.Descriptor, WrappersReflection.Descriptor,
    }.ToDictionary(f => f.Name, StringComparer.Ordinal);

    public static FileDescriptor? Find(string name) => All.GetValueOrDefault(name);

    public static MessageDescriptor? FindMessage(string fullName) =>
        All.Values.SelectMany(f => f.MessageTypes).FirstOrDefault(m => m.FullName == fullName);
}
