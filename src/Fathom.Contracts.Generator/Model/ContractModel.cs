namespace Fathom.Contracts.Generator.Model;

/// <summary>The model of a contract, without symbols.</summary>
/// <param name="Namespace">The namespace; empty for the global namespace.</param>
/// <param name="Declarations">The partial declarations of the type and its containing types, outermost first.</param>
/// <param name="FullName">The fully qualified type name.</param>
/// <param name="Package">The protobuf package.</param>
/// <param name="ProtoName">The name of the message in the package.</param>
/// <param name="Members">The members in declaration order.</param>
/// <param name="ConstructorArguments">The arguments of the constructor in order, as indexes into <paramref name="Members"/>.</param>
internal sealed record ContractModel(
    string Namespace,
    EquatableArray<string> Declarations,
    string FullName,
    string Package,
    string ProtoName,
    EquatableArray<MemberModel> Members,
    EquatableArray<int> ConstructorArguments)
{
    /// <summary>The hint name of the generated file.</summary>
    public string HintName => FullName.Replace("global::", "").Replace('<', '_').Replace('>', '_').Replace("@", "") + ".g.cs";
}
