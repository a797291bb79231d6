namespace Fathom.Lab.Probes.Runtime;

/// <summary>The probes of the .NET runtime.</summary>
internal static class RuntimeProbes
{
    /// <summary>New probes for one watch.</summary>
    public static IReadOnlyList<IRuntimeProbe> Create() =>
        [new ThreadPoolProbe(), new CollectorProbe(), new ContentionProbe(), new CounterProbe(), new StackProbe()];
}
