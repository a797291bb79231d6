using System.Net;

namespace Fathom.Mediator.Settings;

/// <summary>Checks the section <c>Certificates:Joining</c> and reports every fault.</summary>
internal static class EnrollmentPlanner
{
    private const string EveryAddress = "*";

    /// <summary>The plan of the enrollment server; null for none. Unusable if faults were added.</summary>
    public static EnrollmentPlan? Plan(EnrollmentSettings? joining, HostSettings? host, List<string> faults)
    {
        if (joining is null)
        {
            // By default on loopback. A node that listens on all addresses has none for invitations.
            return host is null || host.Host == EveryAddress ? null : new EnrollmentPlan(null, IPAddress.Loopback, 0, null);
        }

        if (host is null)
        {
            faults.Add(
                "Certificates:Joining is set without a section Host: nodes that joined renew their certificates on this node's port. "
                    + "Set Host.");
        }
        else if (host.Host == EveryAddress && joining.Member is null)
        {
            faults.Add(
                "Certificates:Joining:Member is missing and Host:Host is '*': set Member to the https address of this node.");
        }

        if (joining.Port is < 0 or > IPEndPoint.MaxPort)
        {
            faults.Add($"Certificates:Joining:Port is {joining.Port}: 0 to {IPEndPoint.MaxPort} are accepted.");
        }

        if (joining.Host is { } name && Uri.CheckHostName(name) == UriHostNameType.Unknown)
        {
            faults.Add($"Certificates:Joining:Host is '{Printable.Sanitize(name)}': a host name or an IP address is accepted.");
        }

        return new EnrollmentPlan(
            HttpsAddress.Read("Certificates:Joining:Member", joining.Member, faults), Bind(joining, faults), joining.Port, joining.Host);
    }

    private static IPAddress Bind(EnrollmentSettings joining, List<string> faults)
    {
        if (joining.Bind is null)
        {
            return IPAddress.Loopback;
        }

        if (!IPAddress.TryParse(joining.Bind, out var bind))
        {
            faults.Add($"Certificates:Joining:Bind is '{Printable.Sanitize(joining.Bind)}': an IP address is accepted.");
            return IPAddress.Loopback;
        }

        if (joining.Host is null && (bind.Equals(IPAddress.Any) || bind.Equals(IPAddress.IPv6Any)))
        {
            faults.Add(
                $"Certificates:Joining:Host is missing and Certificates:Joining:Bind is {bind}: set Host to the host name for "
                    + "invitations.");
        }

        return bind;
    }
}
