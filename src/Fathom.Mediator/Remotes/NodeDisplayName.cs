namespace Fathom.Mediator.Remotes;

/// <summary>What a node calls itself: the name in its settings, else where it listens, which it learns when it does. Owned by the
/// node.</summary>
internal sealed class NodeDisplayName(string? given)
{
    /// <summary>In characters.</summary>
    public const int Longest = 100;

    private volatile string _value = given ?? "unnamed";

    public string Value => _value;

    public void ListensAt(Uri address) => _value = given ?? address.Authority;
}
