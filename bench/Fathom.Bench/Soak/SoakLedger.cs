using System.Collections.Concurrent;

namespace Fathom.Bench.Soak;

/// <summary>Calls that the host of a soak run has received since the last check, with their counts and errors.</summary>
internal sealed class SoakLedger
{
    private readonly ConcurrentDictionary<long, int> _begun = new();
    private int _active;
    private int _crossed;

    /// <summary>Running handlers.</summary>
    public int Active => Volatile.Read(ref _active);

    /// <summary>Counts the first message of a call.</summary>
    public void Begin(long call) => _begun.AddOrUpdate(call, 1, static (_, count) => count + 1);

    public void Enter() => Interlocked.Increment(ref _active);

    public void Leave() => Interlocked.Decrement(ref _active);

    /// <summary>Counts a message that belongs to another call or position.</summary>
    public void Crossed() => Interlocked.Increment(ref _crossed);

    /// <summary>Checks the calls so far and clears them.</summary>
    /// <param name="first">The first of these calls.</param>
    /// <param name="answered">For each call, whether its client received a reply.</param>
    public Dictionary<string, double> Close(long first, byte[] answered)
    {
        var lost = 0;
        for (var i = 0; i < answered.Length; i++)
        {
            lost += answered[i] != 0 && !_begun.ContainsKey(first + i) ? 1 : 0;
        }

        var figures = new Dictionary<string, double>
        {
            ["begun"] = _begun.Count,
            ["lost"] = lost,
            ["doubled"] = _begun.Count(entry => entry.Value > 1),
            ["unknown"] = _begun.Count(entry => entry.Key < first || entry.Key >= first + answered.Length),
            ["crossed"] = Interlocked.Exchange(ref _crossed, 0),
        };
        _begun.Clear();
        return figures;
    }
}
