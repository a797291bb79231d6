using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Proto;

/// <summary>A .proto file and the packages that it imports.</summary>
internal sealed record ProtoFileModel(string Name, string Package, string Text, EquatableArray<string> Imports);
