namespace Fathom.Contracts.Proto;

/// <summary>A .proto file.</summary>
/// <param name="Name">Its name, as other files import it.</param>
/// <param name="Text">Its text.</param>
public sealed record ProtoFile(string Name, string Text);
