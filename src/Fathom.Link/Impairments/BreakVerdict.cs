namespace Fathom.Link.Impairments;

/// <summary>What becomes of a packet.</summary>
/// <param name="Length">Bytes of it that pass; 0 where it is dropped.</param>
/// <param name="Breaks">Whether its connection breaks with it.</param>
/// <param name="ResetSender">Sequence number of the reset that its sender receives; null for none.</param>
/// <param name="ResetReceiver">Sequence number of the reset that its receiver receives after it; null for none.</param>
internal readonly record struct BreakVerdict(int Length, bool Breaks, uint? ResetSender, uint? ResetReceiver)
{
    /// <summary>The packet passes as it is.</summary>
    public static BreakVerdict Pass(int length) => new(length, false, null, null);
}
