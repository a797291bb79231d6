using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor.Interventions;

/// <summary>Connections by IPv4 alone, for a program that waited for an address of IPv6.</summary>
public sealed class WithoutIPv6()
    : Intervention("ipv6", "DOTNET_SYSTEM_NET_DISABLEIPV6", value: "1", to: "IPv4 alone", from: "IPv6 and IPv4")
{
    /// <inheritdoc/>
    public override Setting Sets => WatchQuantities.WaitsForIPv6.Is(false);

    /// <inheritdoc/>
    public override Intervention? Fit(Evidence seen) => seen.Is(WatchQuantities.WaitsForIPv6) ? this : null;

    /// <inheritdoc/>
    public override string? WhyWithoutEffect(Evidence before, Evidence after) =>
        ConnectionWait.Remaining(ServiceQuantities.TcpTime, before, after);
}
