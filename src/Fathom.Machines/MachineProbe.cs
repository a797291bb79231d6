using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using Fathom.Records;

namespace Fathom.Machines;

/// <summary>Describes the machine for a record: hardware and versions, neither its name nor its user's.</summary>
public static partial class MachineProbe
{
    /// <summary>Describes this machine.</summary>
    public static MachineInfo Describe() => new()
    {
        Os = Distribution(),
        // The version number alone: the rest of the string may name the builder of the kernel.
        Kernel = VersionNumber().Match(Environment.OSVersion.Version.ToString()).Value,
        Cpu = Cpu(),
        Cores = Environment.ProcessorCount,
        MemoryBytes = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes,
        Dotnet = Environment.Version.ToString(),
        CongestionControl = ReadLine("/proc/sys/net/ipv4/tcp_congestion_control"),
    };

    private static string Distribution()
    {
        var pretty = ReadLines("/etc/os-release").FirstOrDefault(l => l.StartsWith("PRETTY_NAME=", StringComparison.Ordinal));
        if (pretty is not null)
        {
            return pretty["PRETTY_NAME=".Length..].Trim('"');
        }

        return OperatingSystem.IsWindows() ? "Windows" : OperatingSystem.IsMacOS() ? "macOS" : "unknown";
    }

    private static string Cpu()
    {
        var model = ReadLines("/proc/cpuinfo").FirstOrDefault(l => l.StartsWith("model name", StringComparison.Ordinal));
        if (model is not null)
        {
            return model[(model.IndexOf(':') + 1)..].Trim();
        }

        return Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER") ?? RuntimeInformation.ProcessArchitecture.ToString();
    }

    private static string? ReadLine(string path) => ReadLines(path).FirstOrDefault()?.Trim();

    private static IEnumerable<string> ReadLines(string path)
    {
        // A fact that this system does not provide is left out of the record.
        try
        {
            return File.Exists(path) ? File.ReadAllLines(path) : [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    [GeneratedRegex(@"^\d+\.\d+(\.\d+)?")]
    private static partial Regex VersionNumber();
}
