namespace Fathom.Diagnosis.Examination;

/// <summary>What is known of a server before calls are made at once.</summary>
public sealed record ServerFacts
{
    /// <summary>The most calls at once; from 1.</summary>
    public required int Concurrency { get; init; }

    /// <summary>Round trip where PING is not answered, ms.</summary>
    public required double RoundTripMs { get; init; }

    /// <summary>Its gRPC library; null where it is not known.</summary>
    public string? Library { get; init; }

    /// <summary>The proxy on the way that responses name; null where none does.</summary>
    public string? Proxy { get; init; }

    /// <summary>Whether the connection's first SETTINGS are those of the library, so that no proxy stands before it; null where that is not
    /// known.</summary>
    public bool? SpeaksOwnHttp2 { get; init; }

    /// <summary>Calls that it allows at a time on a connection; null where it sets no limit.</summary>
    public int? StreamLimit { get; init; }

    /// <summary>Processors that it can use; null where its process is not read.</summary>
    public double? Processors { get; init; }

    /// <summary>Whether it answers at its own address, past the proxy before it.</summary>
    public bool AnswersDirectly { get; init; }

    /// <summary>Bytes of a request and its reply.</summary>
    public double CallBytes { get; init; }

    /// <summary>Whether single calls end on the ticks of a timer, so that how long one takes depends on when it starts.</summary>
    public bool EndsOnTicks { get; init; }

    /// <summary>Times of calls, one at a time, over a few seconds in which the server did not stop, ms; empty where that was not
    /// watched.</summary>
    public IReadOnlyList<double> WatchedMs { get; init; } = [];

    /// <summary>Times of calls that came after a pause in which the method was not called, ms.</summary>
    public IReadOnlyList<double> AfterPauseMs { get; init; } = [];

    /// <summary>Share of the time in which PING waited beside one call at a time, one value for each part of it; null where that was not
    /// watched.</summary>
    public IReadOnlyList<double>? PingStops { get; init; }
}
