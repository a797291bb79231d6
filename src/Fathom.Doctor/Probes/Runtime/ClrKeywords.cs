using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;

namespace Fathom.Doctor.Probes.Runtime;

/// <summary>Keywords of the provider Microsoft-Windows-DotNETRuntime (dotnet/runtime, ClrEtwAll.man).</summary>
internal static class ClrKeywords
{
    public const string Provider = "Microsoft-Windows-DotNETRuntime";

    public const long Collector = 0x1;
    public const long Contention = 0x4000;
    public const long Threading = 0x10000;

    /// <summary>The provider at level Informational; providers of one name are combined by <see cref="RuntimeProviders"/>.</summary>
    public static EventPipeProvider At(long keywords) => new(Provider, EventLevel.Informational, keywords);
}
