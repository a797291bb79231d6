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
        session.Observe(Name, ServiceQuantities.FirstCallTime, await FirstCallAsync(session, cancellation));
        session.Observe(Name, ServiceQuantities.FreshFirstCallTime, await FirstCallAsync(session, cancellation));
        session.Observe(Name, HangQuantities.Hangs, false);
        session.Observe(Name, ServiceQuantities.Server, session.Fingerprint.Name);
        session.ObserveKnown(Name, BehaviourQuantities.Proxy, session.Fingerprint.Proxy);
        session.ObserveKnown(Name, ServiceQuantities.StreamLimit, (double?)session.Fingerprint.StreamLimit);
    }

    private static async Task<double> FirstCallAsync(ProbeSession session, CancellationToken cancellation)
    {
        var connection = await session.OpenAsync(ProbeConnectionOptions.Default, cancellation);
        var call = await session.CallAsync(connection, isNoOp: false, cancellation);
        // Of the second connection: the first contains what this process does for the first time.
        session.Observe(Name, ServiceQuantities.ResolveTime, connection.Phases.Resolve);
        session.Observe(Name, ServiceQuantities.TcpTime, connection.Phases.Tcp);
        session.Observe(Name, ServiceQuantities.TlsTime, connection.Phases.Tls ?? 0);
        session.Observe(Name, ServiceQuantities.SettingsTime, connection.Phases.Settings);
        return session.Milliseconds(call.Asked, call.EndedAt);
    }
}
