namespace Fathom.Contracts;

/// <summary>Sets the protobuf package of the assembly's contracts. Default: the namespace of the contract.</summary>
/// <param name="package">The package, such as <c>acme.shop.v1</c>.</param>
[AttributeUsage(AttributeTargets.Assembly, AllowMultiple = true)]
public sealed class ContractPackageAttribute(string package) : Attribute
{
    /// <summary>The package.</summary>
    public string Package { get; } = package;

    /// <summary>
    /// The namespace to which the package applies, without the namespaces nested in it. Null (default): every namespace without an
    /// attribute of its own.
    /// </summary>
    public string? Namespace { get; set; }
}
