namespace Fathom.SubjectProtocol;

/// <summary>A part of the time of traced requests: the mean over some requests.</summary>
/// <param name="Requests">Which requests: <see cref="Median"/> or <see cref="Slowest"/>.</param>
/// <param name="Process">The process that the part belongs to.</param>
/// <param name="Kind">What the time went to: <c>queue</c> for a thread of the process's pool, <c>connect</c>, <c>wire</c> to it, or
/// <c>handler</c>.</param>
/// <param name="Us">Microseconds a request, from 0.</param>
public sealed record TracedTime(string Requests, string Process, string Kind, double Us)
{
    /// <summary>The requests around the median: the middle tenth.</summary>
    public const string Median = "median";

    /// <summary>The slowest 1 %, at least one request.</summary>
    public const string Slowest = "slowest";

    /// <summary>Waiting for a thread of the process's pool.</summary>
    public const string Queue = "queue";

    /// <summary>Waiting for a connection to the process.</summary>
    public const string Connect = "connect";

    /// <summary>On the way to the process and back.</summary>
    public const string Wire = "wire";

    /// <summary>In the process's own code.</summary>
    public const string Handler = "handler";

    /// <summary>All kinds, in the order of a request.</summary>
    public static IReadOnlyList<string> Kinds { get; } = [Queue, Connect, Wire, Handler];
}
