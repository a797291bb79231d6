namespace Fathom.Contracts.Proto;

/// <summary>
/// The .proto text of an assembly's contracts, one attribute for each protobuf package. Emitted by the source generator and read by
/// <see cref="ProtoFiles"/>.
/// </summary>
/// <param name="name">The file name that other files use to import it.</param>
/// <param name="text">The content of the file.</param>
[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
public sealed class ProtoFileAttribute(string name, string text) : Attribute
{
    /// <summary>The file name that other files use to import it.</summary>
    public string Name { get; } = name;

    /// <summary>The content of the file.</summary>
    public string Text { get; } = text;
}
