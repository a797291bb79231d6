namespace Fathom.Contracts.Tests.Samples;

/// <summary>An enum of one byte.</summary>
public enum Small : byte
{
    One = 1,
}
