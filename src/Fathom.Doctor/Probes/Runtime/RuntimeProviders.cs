using Microsoft.Diagnostics.NETCore.Client;

namespace Fathom.Doctor.Probes.Runtime;

/// <summary>Combines what several probes need of one provider.</summary>
internal static class RuntimeProviders
{
    /// <summary>One provider of each name, with all keywords and the most verbose level.</summary>
    public static IReadOnlyList<EventPipeProvider> Combine(IEnumerable<EventPipeProvider> providers) =>
    [
        .. providers.GroupBy(p => p.Name).Select(same => new EventPipeProvider(
            same.Key,
            same.Max(p => p.EventLevel),
            same.Aggregate(0L, (keywords, p) => keywords | p.Keywords),
            same.Select(p => p.Arguments).FirstOrDefault(a => a is { Count: > 0 }))),
    ];
}
