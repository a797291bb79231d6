namespace Fathom.Contracts.Proto;

/// <summary>The .proto text of an assembly's contracts, one attribute for each package. The generator writes it, <see cref="ProtoFiles"/>
/// reads it.</summary>
/// <param name="name">The file's name, as other files import it.</param>
/// <param name="text">The file's text.</param>
[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
public sealed class ProtoFileAttribute(string name, string text) : Attribute
{
    /// <summary>The file's name, as other files import it.</summary>
    public string Name { get; } = name;

    /// <summary>The file's text.</summary>
    public string Text { get; } = text;
}
