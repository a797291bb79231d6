namespace Fathom.Records;

/// <summary>
/// The machine of a record: what explains its figures, and nothing that identifies it (no host or user name, no path, no kernel build
/// string).
/// </summary>
public sealed record MachineInfo
{
    /// <summary>Distribution and version, such as <c>Debian GNU/Linux 12</c>.</summary>
    public required string Os { get; init; }

    /// <summary>Version number of the kernel, such as <c>6.18</c>.</summary>
    public required string Kernel { get; init; }

    /// <summary>Processor model, as reported by the processor.</summary>
    public required string Cpu { get; init; }

    /// <summary>Number of processors available to the runner.</summary>
    public required int Cores { get; init; }

    /// <summary>Memory available to the runner, in bytes.</summary>
    public required long MemoryBytes { get; init; }

    /// <summary>Version of the .NET runtime.</summary>
    public required string Dotnet { get; init; }

    /// <summary>TCP congestion control in use, or null when the system does not report it.</summary>
    public string? CongestionControl { get; init; }
}
