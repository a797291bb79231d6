namespace Fathom.Doctor.Probes.Outside.Behaviour;

/// <summary>Opens two connections: one is left without calls for the rest of the examination, the other is called now and then.</summary>
internal sealed class IdleOpenProbe : IServiceProbe
{
    /// <inheritdoc/>
    public string Describe(ProbeSession session) =>
        "Opens a connection that it leaves without calls, and one with a no-op call each second: "
        + "does the server, or something on the way, end what is idle?";

    /// <inheritdoc/>
    public async Task ObserveAsync(ProbeSession session, CancellationToken cancellation) =>
        session.Idle = await IdlePair.OpenAsync(session, cancellation);
}
