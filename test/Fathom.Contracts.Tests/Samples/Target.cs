namespace Fathom.Contracts.Tests.Samples;

/// <summary>Where a delivery goes: cases with one value, and contracts as cases.</summary>
[OneOf]
public abstract partial record Target
{
    private Target()
    {
    }

    [Case(2)] public sealed record Locker(int Number) : Target;

    [Case(3)] public sealed record Person(string Name) : Target;

    [Case(5)] public sealed partial record Shop(Positional Address) : Target;

    [Contract, Case(6)] public sealed partial record Street([Member(1)] string Name, [Member(2)] int Number) : Target;

    [Case(7, Encoding = IntegerEncoding.ZigZag)] public sealed record Offset(long Steps) : Target;

    [Case(8)] public sealed record Key(byte[] Bytes) : Target;
}
