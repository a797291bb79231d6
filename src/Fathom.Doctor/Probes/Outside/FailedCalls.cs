using Fathom.Records.Words;
using Fathom.Wire.Grpc;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>Calls of an examination that failed. A few are observed and made again; where more fail, the examination ends. Owned by one
/// session.</summary>
internal sealed class FailedCalls
{
    // One failure in 60 calls must not end an examination, and three at once must.
    private const int FirstMany = 2;
    private const int CallsForOne = 10;

    private readonly Dictionary<StatusCode, int> _failed = [];

    /// <summary>Calls that succeeded.</summary>
    public int Succeeded { get; set; }

    /// <summary>What failed, as a sentence; null where nothing did.</summary>
    public string? Text => _failed.Count == 0 ? null
        : $"{FigureText.Whole(_failed.Values.Sum())} of {FigureText.Whole(Succeeded + _failed.Values.Sum())} calls failed ("
            + $"{string.Join(", ", _failed.Select(f => $"{FigureText.Whole(f.Value)} with {f.Key}"))}). Others were made in their place.";

    /// <summary>Counts a failure.</summary>
    /// <returns>Whether another call may be made in its place.</returns>
    public bool MayRepeat(StatusCode status)
    {
        _failed[status] = _failed.GetValueOrDefault(status) + 1;
        return _failed.Values.Sum() <= FirstMany + (Succeeded / CallsForOne);
    }
}
