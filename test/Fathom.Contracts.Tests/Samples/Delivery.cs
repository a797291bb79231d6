namespace Fathom.Contracts.Tests.Samples;

/// <summary>A oneof between other fields, whose numbers its own surround.</summary>
[Contract]
public sealed partial record Delivery
{
    [Member(4)] public string Note { get; init; } = "";

    public Target? Target { get; init; }

    public Payment? Payment { get; init; }
}
