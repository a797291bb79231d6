using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor.Probes.Outside.Transfers;

/// <summary>Makes no-op calls without the caller's metadata, where that is large: what does it cost? The call itself may need it.</summary>
internal sealed class MetadataProbe : IServiceProbe
{
    /// <summary>Metadata below this size is left out, bytes.</summary>
    public const int MinBytes = 1024;

    private const string Name = "metadata";
    private const int Calls = 9;

    /// <summary>A connection whose calls have no metadata.</summary>
    public static ProbeConnectionOptions Bare { get; } = new() { IsBare = true };

    /// <inheritdoc/>
    public SkipReason? WhySkipped(ProbeSession session)
    {
        var bytes = session.Target.Metadata.Sum(e => e.Key.Length + e.WireValue.Length);
        session.Observe(Name, PathQuantities.MetadataBytes, (double)bytes);
        return SkipReason.NotNeeded(bytes < MinBytes ? $"{bytes} bytes of metadata go with the first packet" : null);
    }

    /// <inheritdoc/>
    public string Describe(ProbeSession session) => "Makes calls to the method that does not exist with your metadata and without: does it "
        + "cost time?";

    /// <inheritdoc/>
    public async Task ObserveAsync(ProbeSession session, CancellationToken cancellation)
    {
        var noOps = new ServiceTrial { Calls = Calls, IsNoOp = true };
        var full = await TrialRunner.RunAsync(session, noOps, cancellation);
        session.Observe(Name, PathQuantities.HeaderBytes, (double)full.Last.HeaderBytes);
        session.Observe(Name, ServiceQuantities.NoOpTime, full.CallMs);
        var bare = await TrialRunner.RunAsync(session, noOps with { Options = Bare }, cancellation);
        session.Observe(Name, PathQuantities.BareNoOpTime, bare.CallMs);
    }
}
