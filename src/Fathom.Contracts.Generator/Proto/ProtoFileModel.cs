using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Proto;

/// <summary>A .proto file and the packages that it imports.</summary>
/// <param name="Name">The file name.</param>
/// <param name="Package">The package.</param>
/// <param name="Text">The .proto text.</param>
/// <param name="Imports">The packages of imported contracts.</param>
/// <param name="Descriptor">The serialized descriptor, as base64.</param>
/// <param name="ForeignTypes">C# types of other assemblies whose .proto files this one imports.</param>
internal sealed record ProtoFileModel(
    string Name, string Package, string Text, EquatableArray<string> Imports, string Descriptor, EquatableArray<string> ForeignTypes);
