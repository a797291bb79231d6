using Fathom.Diagnosis.Experiments;

namespace Fathom.Diagnosis.Examination;

/// <summary>What is known of a server before calls are made at once.</summary>
public sealed record ServerFacts : KnownServer
{
    /// <summary>The most calls at once; from 1.</summary>
    public required int Concurrency { get; init; }

    /// <summary>Round trip where PING is not answered, ms.</summary>
    public required double RoundTripMs { get; init; }

    /// <summary>Bytes of a request and its reply.</summary>
    public double CallBytes { get; init; }

    /// <summary>Times of calls, one at a time, over a few seconds in which the server did not stop, ms; empty where that was not
    /// watched.</summary>
    public IReadOnlyList<double> WatchedMs { get; init; } = [];

    /// <summary>Times of no-op calls beside them, ms; empty where none were made.</summary>
    public IReadOnlyList<double> WatchedNoOpMs { get; init; } = [];

    /// <summary>Times of calls that came after a pause in which the method was not called, ms.</summary>
    public IReadOnlyList<double> AfterPauseMs { get; init; } = [];
}
