namespace Fathom.Load.Pacing;

/// <summary>A call that is due.</summary>
/// <param name="Number">Its number in the whole plan, from 0: selects its request.</param>
/// <param name="Intended">When it should start, in nanoseconds since the start of the run. Its latency counts from here.</param>
/// <param name="IsWarmUp">Whether it is counted apart.</param>
public readonly record struct CallTicket(long Number, long Intended, bool IsWarmUp);
