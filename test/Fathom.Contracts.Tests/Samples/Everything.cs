using Fathom.Contracts;

[assembly: ContractPackage("fathom.contracts.tests.exported")]

namespace Fathom.Contracts.Tests.Samples;

/// <summary>A message with all samples in it.</summary>
[Contract]
public sealed partial record Everything
{
    [Member(1)] public Scalars? Scalars { get; init; }

    [Member(2)] public Optionals? Optionals { get; init; }

    [Member(3)] public Lists? Lists { get; init; }

    [Member(4)] public Maps? Maps { get; init; }

    [Member(5)] public Delivery? Delivery { get; init; }

    [Member(6)] public Tree? Tree { get; init; }

    [Member(7)] public Legacy? Legacy { get; init; }

    [Member(8)] public Narrow? Narrow { get; init; }

    [Member(9)] public OtherOptionals? OtherOptionals { get; init; }

    [Member(10)] public OtherLists? OtherLists { get; init; }

    [Member(11)] public OtherMaps? OtherMaps { get; init; }
}
