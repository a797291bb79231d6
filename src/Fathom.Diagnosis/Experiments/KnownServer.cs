namespace Fathom.Diagnosis.Experiments;

/// <summary>What is known of a server before any call, or by single ones.</summary>
public abstract record KnownServer
{
    /// <summary>The share of the time in which PING waits beside one call at a time, at most, where the call holds nothing that it
    /// needs.</summary>
    internal const double MostPingStops = 0.05;

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

    /// <summary>Share of these that other programs used before calls were made at once, 0 to 1; null where that is not read.</summary>
    public double? OthersBefore { get; init; }

    /// <summary>Whether it answers at its own address, past the proxy before it.</summary>
    public bool AnswersDirectly { get; init; }

    /// <summary>Whether calls are slower on some connections than on others.</summary>
    public bool ConnectionsDiffer { get; init; }

    /// <summary>Whether several processes accept its connections; false where that is not read.</summary>
    public bool HasSeveralProcesses { get; init; }

    /// <summary>Whether single calls end on the ticks of a timer, so that how long one takes depends on when it starts.</summary>
    public bool EndsOnTicks { get; init; }

    /// <summary>Share of the time in which PING waited beside one call at a time, one value for each part of it; null where that was not
    /// watched.</summary>
    public IReadOnlyList<double>? PingStops { get; init; }

    /// <summary>Whether PING waits there, too, in any part of that time: what makes single calls long then may be none of the method's
    /// own.</summary>
    public bool StopsAsAWhole => PingStops?.Any(s => s > MostPingStops) == true;
}
