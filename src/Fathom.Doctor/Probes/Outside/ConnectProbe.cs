using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>Opens two connections, one after the other, and makes the first call on each: what belongs to a connection is slow on both,
/// what belongs to the process on the first alone.</summary>
internal sealed class ConnectProbe : IServiceProbe
{
    private const string Name = "connect";

    /// <inheritdoc/>
    public string Describe(ProbeSession session) =>
        "Opens two connections and makes one call on each: what does a connection cost, and the first call?";

    /// <inheritdoc/>
    public async Task ObserveAsync(ProbeSession session, CancellationToken cancellation)
    {
        var (first, firstMs) = await FirstCallAsync(session, cancellation);
        var (second, secondMs) = await FirstCallAsync(session, cancellation);
        session.Observe(Name, ServiceQuantities.FirstCallTime, firstMs);
        session.Observe(Name, ServiceQuantities.FreshFirstCallTime, secondMs);
        // The first contains what this process does for the first time; either may be held up by chance.
        session.Observe(Name, ServiceQuantities.ResolveTime, Math.Min(first.Resolve, second.Resolve));
        session.Observe(Name, ServiceQuantities.TcpTime, Math.Min(first.Tcp, second.Tcp));
        session.Observe(Name, ServiceQuantities.TlsTime, Math.Min(first.Tls ?? 0, second.Tls ?? 0));
        session.Observe(Name, ServiceQuantities.SettingsTime, Math.Min(first.Settings, second.Settings));
        session.Observe(Name, HangQuantities.Hangs, false);
        session.Observe(Name, ServiceQuantities.Server, session.Fingerprint.Name);
        session.ObserveKnown(Name, BehaviourQuantities.Proxy, session.Fingerprint.Proxy);
        session.ObserveKnown(Name, ServiceQuantities.StreamLimit, (double?)session.Fingerprint.StreamLimit);
    }

    private static async Task<(ConnectPhases Phases, double CallMs)> FirstCallAsync(
        ProbeSession session, CancellationToken cancellation)
    {
        var connection = await session.OpenAsync(ProbeConnectionOptions.Default, cancellation);
        var call = await session.CallAsync(connection, isNoOp: false, cancellation);
        return (connection.Phases, session.Milliseconds(call.Asked, call.EndedAt));
    }
}
