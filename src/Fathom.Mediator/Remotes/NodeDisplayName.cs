namespace Fathom.Mediator.Remotes;

/// <summary>The name of a node: from its settings, else its address, known once it listens. Owned by the node.</summary>
internal sealed class NodeDisplayName(string? given)
{
    /// <summary>Maximum length in characters.</summary>
    public const int MaxLength = 100;

    private volatile string _value = given ?? "unnamed";

    public string Value => _value;

    public void ListensAt(Uri address) => _value = given ?? address.Authority;
}
