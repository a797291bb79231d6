namespace Fathom.Transport.Compression;

/// <summary>
/// What may be spent on messages that go the other way to find out what cannot be seen from this one. A share of the time of messages is
/// saved up for it. Owned by one adaptation, which guards it.
/// </summary>
internal sealed class ExplorationBudget
{
    // For so much of the time, and not where it takes so many times as long.
    private const double TimeShare = 0.03;
    private const double MaxCostFactor = 4;
    private const double MaxStreamCostFactor = 10;

    // Once in the beginning it may take so many seconds more, or so many times as long; later, with more messages seen, it is paid for by
    // messages that matter.
    private const double FirstTrialSeconds = 0.15;
    private const double FirstTrialFactor = 2;

    // Where both ways seem to take as long, this share of a message's time is what a trial is thought to cost; in a stream it ends even
    // where it seems to cost nothing.
    private const double MinCostShare = 0.1;
    private const double MinExcessSeconds = 1e-9;

    // A trial of a stream lasts until its rate was measured three times, seconds of sending; and costs no more than so many seconds.
    private const double MinStreamSeconds = 0.06;
    private const double MaxStreamExcessSeconds = 0.03;

    private double _saved;
    private double _trialSecondsLeft;
    private bool _hadFirst;

    /// <summary>A message was sent that took so many seconds.</summary>
    public void AddTime(double seconds) => _saved += TimeShare * seconds;

    /// <summary>Whether a trial that is under way goes on with this message.</summary>
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

    /// <summary>Ends a trial that is under way.</summary>
    public void StopTrial() => _trialSecondsLeft = 0;

    /// <summary>Begins a trial with this message, if there is enough for one.</summary>
    /// <param name="ways">What it costs.</param>
    /// <param name="mayBeFirst">Whether it may be the one that need not be saved for.</param>
    /// <param name="lasts">Whether a stream's goes on over further messages.</param>
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

    /// <summary>Goes the other way with this message whatever was saved, which is spent by it.</summary>
    public void Spend() => _saved = 0;
}
