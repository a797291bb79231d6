#if !NET9_0_OR_GREATER
using System.Diagnostics;

namespace Fathom.Polyfills;

/// <summary>What <c>Environment.CpuUsage</c> returns as of .NET 9.</summary>
internal readonly struct ProcessorTime
{
    public TimeSpan TotalTime { get; private init; }

    public static ProcessorTime OfThisProcess()
    {
        using var process = Process.GetCurrentProcess();
        return new ProcessorTime { TotalTime = process.TotalProcessorTime };
    }
}

/// <summary>The processor time of a process.</summary>
internal static class ProcessorTimeMembers
{
    extension(Environment)
    {
        public static ProcessorTime CpuUsage => ProcessorTime.OfThisProcess();
    }
}
#endif
