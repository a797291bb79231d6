namespace Fathom.Diagnosis.Experiments;

/// <summary>A number of calls that are timed, with everything that a caller can vary on its own side.</summary>
public sealed record ServiceTrial
{
    /// <summary>Calls.</summary>
    public int Calls { get; init; } = 1;

    /// <summary>The most calls in flight.</summary>
    public int AtOnce { get; init; } = 1;

    /// <summary>The pause between a call's end and the start of the one that takes its place, ms.</summary>
    public double PauseMs { get; init; }

    /// <summary>A pause before all calls, ms: rounds that follow each other at once may go in step with what the service does by
    /// itself.</summary>
    public double AfterMs { get; init; }

    /// <summary>Connections, over which the calls are spread in turn.</summary>
    public int Connections { get; init; } = 1;

    /// <summary>Whether the method that does not exist is called.</summary>
    public bool IsNoOp { get; init; }

    /// <summary>Whether one PING (RFC 9113 section 6.7) is sent in place of calls. Its time is 0 where it is not answered.</summary>
    public bool IsPing { get; init; }

    /// <summary>Whether PING and no-op calls are timed on another connection meanwhile.</summary>
    public bool IsWatched { get; init; }

    /// <summary>Whether TCP is connected again beside those that are watched, which the server's kernel alone answers. A program may work
    /// for each connection that it takes, so that other trials do without.</summary>
    public bool TimesTcp { get; init; }

    /// <summary>Whether one PING, and a new TCP connection, follow the last byte of the requests, where all calls are made at once on one
    /// connection: they come to the server behind them. What is sent may hurry what it follows, so that other calls are made
    /// without.</summary>
    public bool IsFollowed { get; init; }

    /// <summary>How long after the calls those beside them begin, ms, so that they come to the server after these.</summary>
    /// <param name="roundTripMs">The round trip to the server, ms.</param>
    public static double BesideAfterMs(double roundTripMs) => roundTripMs / 8;

    /// <summary>Calls of the method that are kept in flight on other connections meanwhile, and are not timed.</summary>
    public int CallsBeside { get; init; }

    /// <summary>How long those are made at least before the calls that are timed, ms.</summary>
    public double BesideForMs { get; init; }

    /// <summary>How long they are made before, ms: until they are on their way to the server, or longer.</summary>
    /// <param name="roundTripMs">The round trip to the server, ms.</param>
    public double BesideBeforeMs(double roundTripMs) => Math.Max(1 + roundTripMs, BesideForMs);

    /// <summary>The pause before the calls, on a connection that has just carried one; null where nothing comes before.</summary>
    public TimeSpan? Pause { get; init; }

    /// <summary>For calls that may never end: they are made over a new connection, and given up after this time; null for others.</summary>
    public TimeSpan? GivenUpAfter { get; init; }

    /// <summary>Where the credit is held that a request waits for; null where none is.</summary>
    public CreditHolding? Holding { get; init; }

    /// <summary>How the connections are set up.</summary>
    public ProbeConnectionOptions Options { get; init; } = ProbeConnectionOptions.Default;
}

/// <summary>Which connection's credit calls hold whose requests are not read.</summary>
public enum CreditHolding
{
    /// <summary>That of the call that is timed.</summary>
    SameConnection,

    /// <summary>Another one's.</summary>
    OtherConnection,
}

/// <summary>What a trial showed.</summary>
/// <param name="TotalMs">From the first call's start to the last one's end, ms.</param>
/// <param name="CallMs">Each call's time, waiting for a stream included, in the order of their ends, ms.</param>
/// <param name="EndMs">When each call ended, from the first one's start, ascending, ms.</param>
/// <param name="Beside">What was timed on another connection.</param>
public record ServiceTrialResult(double TotalMs, IReadOnlyList<double> CallMs, IReadOnlyList<double> EndMs, BesideTimes Beside)
{
    /// <summary>When it began, on a clock that all trials of an examination share, ms.</summary>
    public double BeganMs { get; init; }

    /// <summary>What the server's process did meanwhile; null where that is not read.</summary>
    public ServerUse? Server { get; init; }

    /// <summary>What it did in the pause before all calls; null where that is not read, or there was none.</summary>
    public ServerUse? Before { get; init; }

    /// <summary>How long that pause was, ms.</summary>
    public double BeforeMs { get; init; }

    /// <summary>For how long replies of one message were on their way, or requests that were followed, between the first byte and the last
    /// of any of them, ms. Replies of several are left out: the method may wait between these.</summary>
    public double MovedMs { get; init; }

    /// <summary>For how long the receiver's TCP window was too full for what was sent (tcpi_rwnd_limited), ms; 0 where the kernel does not
    /// say it, or they were made on several connections.</summary>
    public double HeldMs { get; init; }

    /// <summary>Whether it was given up: its time is then that after which it was.</summary>
    public bool IsGivenUp { get; init; }
}

/// <summary>What was timed on another connection during a trial, ms.</summary>
/// <param name="Pings">PING to its acknowledgement.</param>
/// <param name="NoOps">No-op calls.</param>
/// <param name="Tcp">The longest time to connect TCP; null where nothing was watched.</param>
public sealed record BesideTimes(IReadOnlyList<double> Pings, IReadOnlyList<double> NoOps, double? Tcp)
{
    /// <summary>Nothing was watched.</summary>
    public static BesideTimes None { get; } = new([], [], null);
}
