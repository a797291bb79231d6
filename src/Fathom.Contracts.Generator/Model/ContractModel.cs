namespace Fathom.Contracts.Generator.Model;

/// <summary>All that is known of a contract once its symbols are let go.</summary>
/// <param name="Namespace">Its namespace, empty for the global one.</param>
/// <param name="Declarations">The partial declarations around and of it, from the outermost.</param>
/// <param name="FullName">Its name, fully qualified.</param>
/// <param name="Package">Its protobuf package.</param>
/// <param name="ProtoName">Its name in that.</param>
/// <param name="IsSealed">Whether nothing derives from it.</param>
/// <param name="Members">Its members, in the order in which they are declared.</param>
/// <param name="ConstructorArguments">The members that its constructor takes, in order, as places in <paramref name="Members"/>.</param>
internal sealed record ContractModel(
    string Namespace,
    EquatableArray<string> Declarations,
    string FullName,
    string Package,
    string ProtoName,
    bool IsSealed,
    EquatableArray<MemberModel> Members,
    EquatableArray<int> ConstructorArguments)
{
    /// <summary>The name of the generated file.</summary>
    public string HintName => FullName.Replace("global::", "").Replace('<', '_').Replace('>', '_').Replace("@", "") + ".g.cs";
}
