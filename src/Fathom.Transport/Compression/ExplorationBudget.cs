namespace Fathom.Transport.Compression;

/// <summary>The time that may be spent on trials: messages that are sent the other way, compressed or plain, to measure it. A share of the
/// time of messages is saved for trials. Owned by one policy, which locks it.</summary>
internal sealed class ExplorationBudget
{
    // The share of time for trials, and the maximum cost of one, as a multiple of the chosen way.
    private const double TimeShare = 0.03;
    private const double MaxCostFactor = 4;
    private const double MaxStreamCostFactor = 10;

    // The first trial need not be saved for: it may take this much longer.
    private const double FirstTrialSeconds = 0.15;
    private const double FirstTrialFactor = 2;

    // Minimum cost of a trial, when both ways seem to take equally long.
    private const double MinCostShare = 0.1;
    private const double MinExcessSeconds = 1e-9;

    // A trial in a stream lasts this many seconds of sending, which is three measurements of the rate, and costs at most this many seconds.
    private const double MinStreamSeconds = 0.06;
    private const double MaxStreamExcessSeconds = 0.03;

    private double _saved;
    private double _trialSecondsLeft;
    private bool _hadFirst;

    /// <summary>Saves a share of the time that a message took.</summary>
    public void AddTime(double seconds) => _saved += TimeShare * seconds;

    /// <summary>Whether a trial in progress continues with this message.</summary>
    public bool TryContinue(in CostEstimate ways)
    {
        if (_trialSecondsLeft <= ways.Excess)
        {
            _trialSecondsLeft = 0;
            return false;
        }

        _trialSecondsLeft -= Math.Max(ways.Excess, MinExcessSeconds);
        return true;
    }

    /// <summary>Ends a trial in progress.</summary>
    public void StopTrial() => _trialSecondsLeft = 0;

    /// <summary>Starts a trial with this message, when the budget is sufficient.</summary>
    /// <param name="ways">The estimated costs.</param>
    /// <param name="mayBeFirst">Whether it can be the first trial, which need not be saved for.</param>
    /// <param name="lasts">Whether a trial in a stream continues with further messages.</param>
    public bool TryStart(in CostEstimate ways, bool mayBeFirst, bool lasts)
    {
        var isFirst = mayBeFirst && !_hadFirst;
        var most = isFirst ? Math.Max(_saved, Math.Max(FirstTrialSeconds, FirstTrialFactor * ways.Chosen)) : _saved;
        var needed = Math.Max(
            Math.Max(ways.Excess, MinCostShare * ways.Chosen),
                ways.IsStream ? Math.Min(MinStreamSeconds * ways.Excess / ways.Alternative, MaxStreamExcessSeconds) : 0);
        if (needed > most || (!isFirst && ways.Alternative > (ways.IsStream ? MaxStreamCostFactor : MaxCostFactor) * ways.Chosen))
        {
            return false;
        }

        _hadFirst |= isFirst;
        _trialSecondsLeft = lasts && ways.IsStream ? Math.Max(_saved, needed) - ways.Excess : 0;
        _saved = 0;
        return true;
    }

    /// <summary>Spends the saved time on this message, whatever it costs.</summary>
    public void Spend() => _saved = 0;
}

/// <summary>The estimated cost of a message in seconds, as chosen and the other way.</summary>
/// <param name="Chosen">Cost of the current decision.</param>
/// <param name="Alternative">Estimated cost of the alternative.</param>
/// <param name="IsStream">Whether the message is part of a stream.</param>
internal readonly record struct CostEstimate(double Chosen, double Alternative, bool IsStream)
{
    /// <summary>The additional cost of the alternative.</summary>
    public double Excess => Math.Max(0, Alternative - Chosen);
}
