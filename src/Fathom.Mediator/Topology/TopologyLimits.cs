namespace Fathom.Mediator.Topology;

/// <summary>The limits of the topology (docs/mediator.md): whatever other nodes answer or request, it costs a node no more.</summary>
internal static class TopologyLimits
{
    /// <summary>Maximum number of nodes.</summary>
    public const int MaxNodes = 2_000;

    /// <summary>Maximum number of remotes of all nodes together.</summary>
    public const int MaxLinks = 8_000;

    /// <summary>Maximum size of an answer in bytes. A larger one is refused before it is read.</summary>
    public const int MaxAnswerBytes = 512 * 1024;

    /// <summary>Maximum length of a name, an address and a failure, in characters. Longer ones are cut.</summary>
    public const int MaxTextLength = 256;

    /// <summary>Maximum number of hops of a request.</summary>
    public const int MaxHops = 16;

    /// <summary>Maximum number of requests in a second for which a node queries its remotes, for each node that sends them.</summary>
    public const int MaxQueriesPerSecond = 32;

    /// <summary>Maximum time for the topology.</summary>
    public static readonly TimeSpan Timeout = TimeSpan.FromSeconds(5);

    /// <summary>How long a node answers with the topology that it has collected.</summary>
    public static readonly TimeSpan CacheTime = TimeSpan.FromSeconds(1);
}
