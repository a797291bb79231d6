namespace Fathom.Contracts.Tests.Samples;

/// <summary>An enum with a negative value and an alias.</summary>
public enum Color
{
    Red,
    DarkGreen = 5,
    Blue = -1,
    Azure = -1,
}
