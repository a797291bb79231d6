namespace Fathom.Contracts.Tests.Samples;

/// <summary>How a delivery is paid: a second oneof of the same message.</summary>
[OneOf]
public abstract record Payment
{
    [Case(1)] public sealed record Paid(DateTime At) : Payment;

    [Case(9, Name = "due_in")] public sealed record Due(TimeSpan In) : Payment;

    [Case(10)] public sealed record Painted(Color Color) : Payment;

    [Case(11)] public sealed record Free(bool Really) : Payment;
}
