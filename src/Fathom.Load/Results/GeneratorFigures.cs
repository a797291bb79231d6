namespace Fathom.Load.Results;

/// <summary>What a generator observed about itself.</summary>
/// <param name="Seconds">How long the run took.</param>
/// <param name="CountedSeconds">How long it took after the warm-up: what rates are divided by.</param>
/// <param name="LoopUse">The share of the time that each event loop used a processor, 0 to 1.</param>
/// <param name="Connections">Connections that were started.</param>
/// <param name="ConnectionsLost">Connections that were lost while they were in use.</param>
/// <param name="FailedAttempts">Attempts to connect that failed.</param>
/// <param name="AwaySeconds">How long no connection was open although the run needed one: the server was away.</param>
/// <param name="WasLimited">Whether a due call had to wait because no connection could take it: the limit of the server or of the
/// plan.</param>
public sealed record GeneratorFigures(
    double Seconds, double CountedSeconds, IReadOnlyList<double> LoopUse, int Connections, long ConnectionsLost, long FailedAttempts,
    double AwaySeconds, bool WasLimited);
