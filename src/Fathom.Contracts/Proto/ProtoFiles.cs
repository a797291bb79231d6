using System.Reflection;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Fathom.Contracts.Proto;

/// <summary>Reads .proto text from the metadata of an assembly, without loading the assembly or running its code.</summary>
public static class ProtoFiles
{
    // ECMA-335 II.23.3: the value of a custom attribute begins with this prolog.
    private const ushort Prolog = 1;

    /// <summary>Reads the .proto files of an assembly.</summary>
    /// <param name="assembly">A readable and seekable stream at the start of the assembly. Its metadata is read into memory; the stream is
    /// left open.</param>
    /// <returns>The files, sorted by name; empty if the assembly declares no contracts.</returns>
    /// <exception cref="BadImageFormatException">The stream is not a .NET assembly, or the assembly is damaged.</exception>
    public static IReadOnlyList<ProtoFile> Read(Stream assembly)
    {
        ArgumentNullException.ThrowIfNull(assembly);
        try
        {
            return ReadImage(assembly);
        }
        catch (Exception e) when (e is not (BadImageFormatException or IOException or OutOfMemoryException))
        {
            // PEReader and MetadataReader throw exceptions of many types for a damaged image.
            throw new BadImageFormatException("The assembly's metadata is damaged: " + e.Message, e);
        }
    }

    /// <summary>The descriptors of the contracts of a loaded assembly, and of the assemblies whose contracts it uses: serialized
    /// <c>google.protobuf.FileDescriptorProto</c>, for server reflection. Protobuf's own files are not among them.</summary>
    /// <param name="assembly">The assembly that declares a service.</param>
    public static IEnumerable<ReadOnlyMemory<byte>> DescriptorsOf(Assembly assembly)
    {
        ArgumentNullException.ThrowIfNull(assembly);
        List<Assembly> all = [assembly];
        for (var i = 0; i < all.Count; i++)
        {
            foreach (var file in all[i].GetCustomAttributes<ProtoFileAttribute>())
            {
                all.AddRange(file.Imports.Select(type => type.Assembly).Distinct().Where(a => !all.Contains(a)).ToList());
                yield return Convert.FromBase64String(file.Descriptor);
            }
        }
    }

    private static IReadOnlyList<ProtoFile> ReadImage(Stream assembly)
    {
        using var image = new PEReader(assembly, PEStreamOptions.LeaveOpen | PEStreamOptions.PrefetchMetadata);
        if (!image.HasMetadata)
        {
            throw new BadImageFormatException("The file is a program without .NET metadata; an assembly (.dll) is needed.");
        }

        var metadata = image.GetMetadataReader();
        if (!metadata.IsAssembly)
        {
            throw new BadImageFormatException("The file is a .NET module without an assembly; an assembly (.dll) is needed.");
        }

        return [.. metadata.GetAssemblyDefinition().GetCustomAttributes()
            .Select(metadata.GetCustomAttribute)
            .Where(a => IsProtoFile(metadata, a))
            .Select(a => Decode(metadata.GetBlobReader(a.Value)))
            .OrderBy(f => f.Name, StringComparer.Ordinal)];
    }

    private static bool IsProtoFile(MetadataReader metadata, CustomAttribute attribute) =>
        attribute.Constructor.Kind == HandleKind.MemberReference
        && metadata.GetMemberReference((MemberReferenceHandle)attribute.Constructor).Parent is { Kind: HandleKind.TypeReference } parent
        && metadata.GetTypeReference((TypeReferenceHandle)parent) is var type
        && metadata.StringComparer.Equals(type.Name, nameof(ProtoFileAttribute))
        && metadata.StringComparer.Equals(type.Namespace, typeof(ProtoFileAttribute).Namespace!);

    private static ProtoFile Decode(BlobReader value)
    {
        if (value.ReadUInt16() != Prolog)
        {
            throw new BadImageFormatException("An attribute of the assembly is damaged: its value has no prolog.");
        }

        var file = new ProtoFile(value.ReadSerializedString() ?? "", value.ReadSerializedString() ?? "");
        // Two bytes are left where the constructor had two parameters: the number of named arguments.
        return value.RemainingBytes > sizeof(ushort) ? file with { Descriptor = value.ReadSerializedString() ?? "" } : file;
    }
}
