namespace Fathom.Doctor.Probes;

/// <summary>How much a watch may cost the process.</summary>
public enum WatchDepth
{
    /// <summary>Everything, all the time: for a run that is not compared. A client that is busy with calls is a fifth slower, because
    /// sampling stops its threads and the counters of HttpClient and sockets cost time in every call.</summary>
    Whole,

    /// <summary>For a process at work: what costs it time is watched in short bursts, the rest all the time.</summary>
    Gentle,
}
