namespace Fathom.Diagnosis.Experiments;

/// <summary>What a probe changes on its own side of a connection.</summary>
public sealed record ProbeConnectionOptions
{
    /// <summary>A window that no reply of an ordinary call fills, bytes.</summary>
    public const int LargeWindow = 16 * 1024 * 1024;

    /// <summary>A window that no replies at once fill, bytes: that of SocketsHttpHandler's connections.</summary>
    public const int LargeConnectionWindow = 4 * LargeWindow;

    /// <summary>What Grpc.Net.Client accepts.</summary>
    public const string AllEncodings = "identity,gzip,deflate";

    /// <summary>The ordinary connection of a probe.</summary>
    public static ProbeConnectionOptions Default { get; } = new();

    /// <summary>First window of each stream (SETTINGS_INITIAL_WINDOW_SIZE, RFC 9113 section 6.5.2), bytes; null for the target's.</summary>
    public int? StreamWindow { get; init; }

    /// <summary>Window of the connection (WINDOW_UPDATE on stream 0), bytes; null for the target's.</summary>
    public int? ConnectionWindow { get; init; }

    /// <summary>Whether calls go without the metadata of the target.</summary>
    public bool IsBare { get; init; }

    /// <summary>Value of <c>grpc-accept-encoding</c>.</summary>
    public string AcceptedEncodings { get; init; } = AllEncodings;

    /// <summary>Whether it goes to the service's own address, past the proxy before it.</summary>
    public bool IsDirect { get; init; }

    /// <summary>Number of a connection that is to be told from others set up alike.</summary>
    public int Number { get; init; }

    /// <summary>The largest TCP segment in both directions (<c>TCP_MAXSEG</c>, Linux alone), bytes; null for the system's choice.</summary>
    public int? SegmentBytes { get; init; }

    /// <summary>Whether every segment is acknowledged at once (<c>TCP_QUICKACK</c>, Linux alone).</summary>
    public bool QuickAck { get; init; }
}
