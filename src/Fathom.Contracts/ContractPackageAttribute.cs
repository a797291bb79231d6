namespace Fathom.Contracts;

/// <summary>Sets the protobuf package of the assembly's contracts. Default: the package of a contract is its namespace.</summary>
/// <param name="package">The package, as in <c>acme.shop.v1</c>.</param>
[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
public sealed class ContractPackageAttribute(string package) : Attribute
{
    /// <summary>The package.</summary>
    public string Package { get; } = package;

    /// <summary>The only namespace it applies to. Default: all namespaces of the assembly.</summary>
    public string? Namespace { get; set; }
}
