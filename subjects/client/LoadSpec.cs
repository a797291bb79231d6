namespace Fathom.Subjects.Client;

/// <summary>The workload <c>load</c>: unary calls as fast as they go, closed loop, for what a call costs in processor time.</summary>
internal sealed record LoadSpec : TargetSpec
{
    /// <summary>Channels, each with a connection of its own.</summary>
    public required int Connections { get; init; }

    /// <summary>Calls under way at a time on each.</summary>
    public required int InFlight { get; init; }

    /// <summary>Bytes of payload each way.</summary>
    public int PayloadBytes { get; init; } = 10;

    /// <summary>First flow-control window of a stream, which then stays, in bytes; null: the client's default.</summary>
    public int? StreamWindow { get; init; }

    /// <summary>First flow-control window of a connection, in bytes, where the client can set it; null: its default.</summary>
    public int? ConnectionWindow { get; init; }

    /// <summary>Seconds before counting begins: connections, just-in-time compilation.</summary>
    public required double WarmUpSeconds { get; init; }

    /// <summary>Seconds that are counted.</summary>
    public required double Seconds { get; init; }
}
