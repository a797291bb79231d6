namespace Fathom.Tests.Wire.Http2.Simulation;

/// <summary>A sum for each stream; what belongs to the connection is not counted.</summary>
internal sealed class StreamTotals
{
    private readonly List<long> _sums = [];

    public long this[int streamId] => streamId / 2 < _sums.Count ? _sums[streamId / 2] : 0;

    public void Add(int streamId, long value)
    {
        while (_sums.Count <= streamId / 2)
        {
            _sums.Add(0);
        }

        _sums[streamId / 2] += streamId == 0 ? 0 : value;
    }
}
