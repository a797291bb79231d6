namespace Fathom.Lab.Probes.Runtime;

/// <summary>The calls of Grpc.Net.Client that are under way, by its own counters, which count from the start of the process.</summary>
internal sealed class OpenCalls
{
    private const string Begun = "Grpc.Net.Client/total-calls";
    private const string Current = "Grpc.Net.Client/current-calls";

    private readonly List<double> _underWay = [];
    private double _begun;
    private double? _ended;
    private int _looks;
    private int _stuck;

    /// <summary>Calls that began and did not end: by how much the least number under way grew from the first quarter of the time to the
    /// last; null where there was no client.</summary>
    public double? Unended => _underWay.Count == 0 ? null : Math.Max(0, LeastOf(^Quarter..) - LeastOf(..Quarter));

    /// <summary>Calls under way at the end; null where there was no client.</summary>
    public double? UnderWay => _underWay.Count == 0 ? null : _underWay[^1];

    /// <summary>Share of the looks at which calls were under way and none had ended since the look before; null where there was no
    /// client.</summary>
    public double? StuckShare => _looks == 0 ? null : (double)_stuck / _looks;

    private int Quarter => Math.Max(1, _underWay.Count / 4);

    /// <summary>Adds a value, of whichever counter.</summary>
    public void Add(CounterValue counter)
    {
        switch (counter.Name)
        {
            case Begun:
                _begun = counter.Value;
                break;
            case Current:
                Look(counter.Value);
                break;
        }
    }

    // Of one event of counters the calls begun come first.
    private void Look(double underWay)
    {
        var ended = _begun - underWay;
        if (_ended is { } before)
        {
            _looks++;
            _stuck += underWay > 0 && ended <= before ? 1 : 0;
        }

        _underWay.Add(underWay);
        _ended = ended;
    }

    private double LeastOf(Range looks) => _underWay[looks].Min();
}
