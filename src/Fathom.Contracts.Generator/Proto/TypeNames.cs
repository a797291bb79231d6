using Fathom.Contracts.Generator.Model;

namespace Fathom.Contracts.Generator.Proto;

/// <summary>How .proto text refers to a type.</summary>
internal static class TypeNames
{
    /// <summary>From the root where the package is another: a relative name could meet one of ours.</summary>
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
