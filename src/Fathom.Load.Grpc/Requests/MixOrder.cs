namespace Fathom.Load.Grpc.Requests;

/// <summary>
/// Which method each call of a mix is of. It follows from the call's number alone: parts of a plan and workers have parts of one order, and
/// each round of calls has every method as often as its weight says, spread evenly (smooth weighted round robin). Immutable.
/// </summary>
public sealed class MixOrder
{
    /// <summary>The largest sum of weights.</summary>
    public const int MaxWeights = 10_000;

    // For each call of a round its method, and how many calls of that method came before it in the round.
    private readonly (int Method, int Before)[] _round;
    private readonly int[] _weights;

    /// <summary>Creates the order.</summary>
    /// <param name="weights">The weight of each method, 1 or more.</param>
    /// <exception cref="ArgumentException">There are no weights, one is below 1, or they are more than <see cref="MaxWeights"/>
    /// together.</exception>
    public MixOrder(IReadOnlyList<int> weights)
    {
        ArgumentNullException.ThrowIfNull(weights);
        if (weights.Count == 0 || weights.Any(w => w < 1) || weights.Sum(w => (long)w) > MaxWeights)
        {
            throw new ArgumentException($"Weights are 1 or more, and at most {MaxWeights} together.", nameof(weights));
        }

        _weights = [.. weights];
        _round = new (int, int)[_weights.Sum()];
        var credits = new int[_weights.Length];
        var taken = new int[_weights.Length];
        for (var i = 0; i < _round.Length; i++)
        {
            for (var m = 0; m < credits.Length; m++)
            {
                credits[m] += _weights[m];
            }

            var next = Array.IndexOf(credits, credits.Max());
            credits[next] -= _round.Length;
            _round[i] = (next, taken[next]++);
        }
    }

    /// <summary>The method of a call, and the call's number among those of its method; both from 0.</summary>
    /// <param name="call">The call's number in the plan, from 0.</param>
    public (int Method, long Number) Of(long call)
    {
        var (method, before) = _round[call % _round.Length];
        return (method, (call / _round.Length * _weights[method]) + before);
    }
}
