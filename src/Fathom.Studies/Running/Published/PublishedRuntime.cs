using System.Runtime.InteropServices;

namespace Fathom.Studies.Running.Published;

/// <summary>A .NET runtime other than fathom's own. A subject that runs on it is published with it, self-contained, on first use.</summary>
/// <param name="Name">Value of <see cref="Studies.ProcessSetup.Runtime"/>.</param>
/// <param name="Title">The runtime, for people.</param>
/// <param name="Framework">Target framework of the published program.</param>
/// <param name="IsLinuxOnly">Whether it is published for Linux on x64 alone.</param>
public sealed record PublishedRuntime(string Name, string Title, string Framework, bool IsLinuxOnly)
{
    /// <summary>.NET 8.</summary>
    public static PublishedRuntime Net8 { get; } = new("8.0", ".NET 8", "net8.0", IsLinuxOnly: false);

    /// <summary>.NET Core 3.1, the runtime of the published load tests. It does not read <c>DOTNET_PROCESSOR_COUNT</c>.</summary>
    public static PublishedRuntime NetCore31 { get; } = new("3.1", ".NET Core 3.1", "netcoreapp3.1", IsLinuxOnly: true);

    /// <summary>All of them.</summary>
    public static IReadOnlyList<PublishedRuntime> All { get; } = [Net8, NetCore31];

    /// <summary>Whether it takes the number of processors from <c>DOTNET_PROCESSOR_COUNT</c>.</summary>
    internal bool ReadsProcessorCount => this != NetCore31;

    /// <summary>The runtime of this name.</summary>
    /// <exception cref="ArgumentException">There is none.</exception>
    public static PublishedRuntime Of(string name) => All.FirstOrDefault(r => r.Name == name)
        ?? throw new ArgumentException($"'{name}' is no runtime; accepted: {string.Join(", ", All.Select(r => r.Name))}.", nameof(name));

    /// <summary>The runtime identifier to publish for; null where the runtime is not published for this system.</summary>
    internal string? IdentifierFor(bool isLinux, bool isWindows, Architecture architecture)
    {
        var system = isLinux ? "linux" : isWindows ? "win" : "osx";
        return (IsLinuxOnly, system, architecture) switch
        {
            (true, "linux", Architecture.X64) => "linux-x64",
            (true, _, _) => null,
            (_, _, Architecture.X64) => $"{system}-x64",
            (_, _, Architecture.Arm64) => $"{system}-arm64",
            _ => null,
        };
    }
}
