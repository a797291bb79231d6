namespace Fathom.Doctor.Probes.Runtime;

/// <summary>The probes of the .NET runtime.</summary>
internal static class RuntimeProbes
{
    /// <summary>New probes that cost the process next to nothing: its runtime writes little for them, however much it works.</summary>
    public static IReadOnlyList<IRuntimeProbe> Light() =>
        [new ThreadPoolProbe(), new CollectorProbe(), new ContentionProbe(), new CounterProbe()];

    /// <summary>New probes that cost a client that is busy with calls a fifth of its time.</summary>
    public static IReadOnlyList<IRuntimeProbe> Heavy() => [new NetworkCounterProbe(), new ConnectionProbe(), new StackProbe()];
}
