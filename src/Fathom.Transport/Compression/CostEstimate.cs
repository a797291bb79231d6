namespace Fathom.Transport.Compression;

/// <summary>What a message takes as things stand, and what it would take the other way, in seconds.</summary>
/// <param name="Chosen">As it stands.</param>
/// <param name="Alternative">The other way, as far as is known.</param>
/// <param name="IsStream">Whether it is one of several that follow each other.</param>
internal readonly record struct CostEstimate(double Chosen, double Alternative, bool IsStream)
{
    /// <summary>What going the other way is thought to cost.</summary>
    public double Excess => Math.Max(0, Alternative - Chosen);
}
