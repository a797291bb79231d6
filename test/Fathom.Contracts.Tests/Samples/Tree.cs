namespace Fathom.Contracts.Tests.Samples;

/// <summary>A tree: messages in messages.</summary>
[Contract]
public sealed partial class Tree
{
    [Member(1)] public int Value { get; set; }

    [Member(2)] public List<Tree> Children { get; set; } = [];

    [Member(3)] public Everything? All { get; set; }
}
