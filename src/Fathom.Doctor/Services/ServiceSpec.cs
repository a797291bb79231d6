using Fathom.Doctor.Probes.Outside;

namespace Fathom.Doctor.Services;

/// <summary>The service that a doctor examines from outside, and how gently.</summary>
/// <param name="Target">The method, and how its server is reached.</param>
public sealed record ServiceSpec(ProbeTarget Target)
{
    /// <summary>The most calls in flight by default.</summary>
    public const int DefaultConcurrency = 32;

    /// <summary>Mean calls a second by default.</summary>
    public const double DefaultMaxRate = 200;

    /// <summary>The most calls in flight, from 1: with 1, whether calls wait for each other is not examined.</summary>
    public int Concurrency { get; init; } = DefaultConcurrency;

    /// <summary>The process that serves the calls, .NET or not, on this machine; null to look for the one that accepts the
    /// connections.</summary>
    public int? ServerProcess { get; init; }

    /// <summary>The most calls a second, on average, no-op calls included; above 0.</summary>
    public double MaxRate { get; init; } = DefaultMaxRate;
}
