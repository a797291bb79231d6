namespace Fathom.Contracts.Proto;

/// <summary>A .proto file.</summary>
/// <param name="Name">The file name that other files use to import it.</param>
/// <param name="Text">The content of the file.</param>
public sealed record ProtoFile(string Name, string Text)
{
    /// <summary>The file as a serialized <c>google.protobuf.FileDescriptorProto</c>, in base64; empty if the assembly was built with a
    /// generator that wrote none.</summary>
    public string Descriptor { get; init; } = "";
}
