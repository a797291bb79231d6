using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Proto;

/// <summary>Formats references to types in .proto text.</summary>
internal static class TypeNames
{
    /// <summary>
    /// Returns a name from the root if the type is in another package: a relative name could resolve to a type of this package.
    /// </summary>
    public static string In(string package, ValueModel value) => value switch
    {
        { Origin: null } or { Enum: not null, Origin.IsOwn: false } => value.ProtoType,
        { Origin.Package: var other } when other == package => value.ProtoType,
        _ => FromRoot(value),
    };

    public static string FromRoot(ValueModel value) => value switch
    {
        { Origin: null } => "." + value.ProtoType,
        { Origin.Package: "" } => "." + value.ProtoType,
        { Origin.Package: var package } => $".{package}.{value.ProtoType}",
    };
}
