namespace Fathom.Transport.Compression;

/// <summary>What a message takes as things stand, and what it would take the other way, in seconds.</summary>
/// <param name="Chosen">As it stands.</param>
/// <param name="Other">The other way, as far as is known.</param>
/// <param name="InStream">Whether it is one of several that follow each other.</param>
internal readonly record struct TwoWays(double Chosen, double Other, bool InStream)
{
    /// <summary>What going the other way is thought to cost.</summary>
    public double Excess => Math.Max(0, Other - Chosen);
}
