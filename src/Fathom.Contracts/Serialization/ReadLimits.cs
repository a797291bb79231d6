namespace Fathom.Contracts.Serialization;

/// <summary>The limits of one message while it is read: nesting depth, and the cost of merging. Owned by one reader.</summary>
internal struct ReadLimits(ContractReadOptions options, long inputLength)
{
    private const int FreeMergeBytes = 4096;
    private const int MergeFactor = 4;

    private readonly int _maxDepth = options.MaxDepth;
    private int _depth = 1;
    private long _mergeAllowance = FreeMergeBytes + (MergeFactor * inputLength);

    /// <summary>Enters a nested message. Returns the problem if it is too deep, else null.</summary>
    public string? Descend() => ++_depth > _maxDepth
        ? $"messages are nested deeper than {_maxDepth} levels (ContractReadOptions.MaxDepth)." : null;

    /// <summary>Leaves a nested message.</summary>
    public void Ascend() => _depth--;

    /// <summary>Charges a copy for merging. Merging n occurrences copies n times if the contract's collection cannot grow; more than a few
    /// times the size of the input is an attack. Returns the problem beyond the limit, else null.</summary>
    public string? ChargeMerge(long bytes)
    {
        _mergeAllowance -= bytes;
        return _mergeAllowance < 0
            ? "a singular message field occurs so often that merging its occurrences costs several times the message; send it once." : null;
    }
}
