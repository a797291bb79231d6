namespace Fathom.Contracts.Serialization;

/// <summary>Enforces the limits of one message while it is read: nesting depth, and bytes copied by merging. Owned by one reader.</summary>
internal struct ReadLimits(ContractReadOptions options, long inputLength)
{
    private const int FreeMergeBytes = 4096;
    private const int MergeFactor = 4;

    private readonly int _maxDepth = options.MaxDepth;
    private int _depth = 1;
    private long _mergeAllowance = FreeMergeBytes + (MergeFactor * inputLength);

    /// <summary>Enters a nested message. Returns an error text if it is too deep, otherwise null.</summary>
    public string? Descend() => ++_depth > _maxDepth
        ? $"messages are nested deeper than {_maxDepth} levels (ContractReadOptions.MaxDepth)." : null;

    /// <summary>Leaves a nested message.</summary>
    public void Ascend() => _depth--;

    /// <summary>
    /// Counts bytes that were copied to merge a repeated occurrence of a message field. Returns an error text if they exceed 4 KiB plus
    /// four times the input, otherwise null. A collection that cannot grow is copied for each of n occurrences, so a small input could cost
    /// time proportional to its square.
    /// </summary>
    public string? ChargeMerge(long bytes)
    {
        _mergeAllowance -= bytes;
        return _mergeAllowance < 0
            ? "a singular message field occurs so often that merging its occurrences costs several times the message; send it once." : null;
    }
}
