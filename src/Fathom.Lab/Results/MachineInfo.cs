namespace Fathom.Lab.Results;

/// <summary>
/// The machine a record was measured on: what explains its figures, and nothing that identifies it
/// (no host or user name, no path, no kernel build string).
/// </summary>
public sealed record MachineInfo
{
    /// <summary>Distribution and its version, for example <c>Debian GNU/Linux 12</c>.</summary>
    public required string Os { get; init; }

    /// <summary>The kernel's version number alone, for example <c>6.18</c>.</summary>
    public required string Kernel { get; init; }

    /// <summary>CPU model as the processor names itself.</summary>
    public required string Cpu { get; init; }

    /// <summary>Processors the runner may use.</summary>
    public required int Cores { get; init; }

    /// <summary>Memory the runner may use, in bytes.</summary>
    public required long MemoryBytes { get; init; }

    /// <summary>The .NET runtime's version.</summary>
    public required string Dotnet { get; init; }

    /// <summary>TCP congestion control in force, or null where the system does not tell.</summary>
    public string? CongestionControl { get; init; }
}
