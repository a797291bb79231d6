using System.Collections.Concurrent;

namespace Fathom.Bench.Soak;

/// <summary>What the host of a soak run has seen of the calls since it was last asked: which began, how often, and what was wrong with
/// them.</summary>
internal sealed class SoakLedger
{
    private readonly ConcurrentDictionary<long, int> _begun = new();
    private int _active;
    private int _crossed;

    /// <summary>Handlers that have not returned.</summary>
    public int Active => Volatile.Read(ref _active);

    /// <summary>A handler has the first message of a call.</summary>
    public void Begin(long call) => _begun.AddOrUpdate(call, 1, static (_, count) => count + 1);

    public void Enter() => Interlocked.Increment(ref _active);

    public void Leave() => Interlocked.Decrement(ref _active);

    /// <summary>A message was in a call, or at a place, that is not its own.</summary>
    public void Crossed() => Interlocked.Increment(ref _crossed);

    /// <summary>Judges the calls so far, and forgets them.</summary>
    /// <param name="first">The first call of those.</param>
    /// <param name="answered">For each call from the first on whether its client has an answer.</param>
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
