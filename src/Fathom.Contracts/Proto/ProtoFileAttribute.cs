namespace Fathom.Contracts.Proto;

/// <summary>
/// The .proto file of an assembly's contracts, one attribute for each protobuf package. Emitted by the source generator and read by
/// <see cref="ProtoFiles"/>.
/// </summary>
/// <param name="name">The file name that other files use to import it.</param>
/// <param name="text">The content of the file.</param>
/// <param name="descriptor">The file as a serialized <c>google.protobuf.FileDescriptorProto</c>, in base64.</param>
[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
public sealed class ProtoFileAttribute(string name, string text, string descriptor) : Attribute
{
    /// <summary>The file name that other files use to import it.</summary>
    public string Name { get; } = name;

    /// <summary>The content of the file.</summary>
    public string Text { get; } = text;

    /// <summary>The file as a serialized <c>google.protobuf.FileDescriptorProto</c>, in base64.</summary>
    public string Descriptor { get; } = descriptor;

    /// <summary>Types of other assemblies, whose contracts the file imports.</summary>
    public Type[] Imports { get; set; } = [];
}
