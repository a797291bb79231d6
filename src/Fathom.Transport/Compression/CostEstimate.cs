namespace Fathom.Transport.Compression;

/// <summary>The estimated cost of a message in seconds, as chosen and the other way.</summary>
/// <param name="Chosen">Cost of the current decision.</param>
/// <param name="Alternative">Estimated cost of the alternative.</param>
/// <param name="IsStream">Whether the message is part of a stream.</param>
internal readonly record struct CostEstimate(double Chosen, double Alternative, bool IsStream)
{
    /// <summary>The additional cost of the alternative.</summary>
    public double Excess => Math.Max(0, Alternative - Chosen);
}
