namespace Fathom.Contracts.Proto;

/// <summary>A .proto file.</summary>
/// <param name="Name">The file name that other files use to import it.</param>
/// <param name="Text">The content of the file.</param>
public sealed record ProtoFile(string Name, string Text);
