using System.Net;
using Fathom.Mediator.Certificates;
using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Certificates.Trust;

namespace Fathom.Mediator.Settings;

/// <summary>Checks the section <c>Certificates</c> and reports every fault. No fault repeats an invitation, because it holds a
/// secret.</summary>
internal sealed class CertificatePlanner(CertificateSettings settings, HostSettings? host, List<string> faults)
{
    private const string EveryAddress = "*";

    /// <summary>The plan; unusable if faults were added.</summary>
    public static CertificatePlan Plan(CertificateSettings settings, HostSettings? host, List<string> faults) =>
        new CertificatePlanner(settings, host, faults).Plan();

    private CertificatePlan Plan()
    {
        if (settings.Folder.Length == 0)
        {
            faults.Add("Certificates:Folder is '': set it to a folder of the node's own.");
        }

        var options = new NodeCertificatesOptions { Folder = settings.Folder, Name = Name(), Lives = Lives(),
            IssuerAddress = Address("Certificates:Issuer", settings.Issuer) };
        if (settings.HostNames.Count > 0)
        {
            options = options with { HostNames = [.. settings.HostNames] };
            CheckHosts(options.HostNames);
        }

        return new CertificatePlan(options, Invitation(), settings.InvitationFile, Joining());
    }

    private string Name()
    {
        var (setting, name) = settings.Name is { } own ? ("Certificates:Name", own)
            : ("Certificates:Name, by default Host:Name,", host?.Name ?? "");
        if (!NodeName.IsValid(name))
        {
            faults.Add($"{setting} is '{Printable.Sanitize(name)}': {NodeName.Accepted} are accepted.");
        }

        return name;
    }

    private void CheckHosts(IReadOnlyList<string> hosts)
    {
        // With a placeholder name: the node's own is checked already.
        if (new NodeIdentity("node", hosts).Fault is { } fault)
        {
            faults.Add($"Certificates:HostNames: {fault}.");
        }
    }

    private CertificateLifetimes Lives()
    {
        try
        {
            settings.Lives.Validate();
        }
        catch (ArgumentException e)
        {
            faults.Add($"Certificates:Lives: {e.Message}");
        }

        return settings.Lives;
    }

    private Invitation? Invitation()
    {
        if (settings.Invitation is null)
        {
            return null;
        }

        if (settings.InvitationFile is not null)
        {
            faults.Add("Certificates:Invitation and Certificates:InvitationFile are both set: set one of them.");
        }

        if (!Certificates.Enrollment.Invitation.TryParse(settings.Invitation, out var invitation, out var fault))
        {
            faults.Add($"Certificates:Invitation: {fault}");
        }

        return invitation;
    }

    private EnrollmentPlan? Joining()
    {
        if (settings.Joining is not { } joining)
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

        return new EnrollmentPlan(Address("Certificates:Joining:Member", joining.Member), Bind(joining), joining.Port, joining.Host);
    }

    private IPAddress Bind(EnrollmentSettings joining)
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

    private Uri? Address(string setting, string? text)
    {
        if (text is null)
        {
            return null;
        }

        if (Uri.TryCreate(text, UriKind.Absolute, out var address) && address.Scheme == Uri.UriSchemeHttps)
        {
            return address;
        }

        faults.Add($"{setting} is '{Printable.Sanitize(text)}': an https address as in https://north.example:18001 is accepted.");
        return null;
    }
}
