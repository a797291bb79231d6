using Fathom.Doctor.Probes.Outside.Behaviour;
using Fathom.Doctor.Probes.Outside.Transfers;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>The probes of a service, in the order in which they ask: what needs an untouched server is first.</summary>
internal static class ServiceProbes
{
    /// <summary>All of them.</summary>
    public static IReadOnlyList<IServiceProbe> All { get; } =
    [
        new ConnectProbe(), new IdleOpenProbe(), new ClockProbe(), new ReplyProbe(), new MessageProbe(), new TransferProbe(),
        new RequestProbe(), new PauseProbe(), new MetadataProbe(), new PhaseProbe(), new DenseProbe(), new PlacementProbe(),
        new IdleEndProbe(),
    ];
}
