using System.Net;
using Fathom.Mediator.Certificates;
using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Certificates.Trust;

namespace Fathom.Mediator.Settings;

/// <summary>From the section <c>Certificates</c> to a plan, or to all that is wrong with it. No fault repeats an invitation: it holds a
/// secret.</summary>
internal sealed class CertificatePlanner(CertificateSettings settings, HostSettings? host, List<string> faults)
{
    private const string EveryAddress = "*";

    /// <summary>The plan; of no use where there were faults.</summary>
    public static CertificatePlan Plan(CertificateSettings settings, HostSettings? host, List<string> faults) =>
        new CertificatePlanner(settings, host, faults).Plan();

    private CertificatePlan Plan()
    {
        if (settings.Folder.Length == 0)
        {
            faults.Add("Certificates:Folder is '': a folder of the node's own is accepted.");
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
            : ("Certificates:Name, which is Host:Name where it is left out,", host?.Name ?? "");
        if (!NodeName.IsValid(name))
        {
            faults.Add($"{setting} is '{Printable.Of(name)}': {NodeName.Accepted} are accepted.");
        }

        return name;
    }

    private void CheckHosts(IReadOnlyList<string> hosts)
    {
        // Any name will do: the node's own is looked at already.
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
            faults.Add("Certificates:Invitation and Certificates:InvitationFile are there: one of them is accepted.");
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
            // Without a word about it on loopback, where it can be: who listens at all addresses has none to be reached at.
            return host is null || host.Host == EveryAddress ? null : new EnrollmentPlan(null, IPAddress.Loopback, 0, null);
        }

        if (host is null)
        {
            faults.Add("Certificates:Joining needs a Host: nodes that joined renew their certificates where this one listens.");
        }
        else if (host.Host == EveryAddress && joining.Member is null)
        {
            faults.Add(
                "Certificates:Joining:Member is missing: where Host:Host is '*', the https address by which nodes reach this one is needed.");
        }

        if (joining.Port is < 0 or > IPEndPoint.MaxPort)
        {
            faults.Add($"Certificates:Joining:Port is {joining.Port}: 0 to {IPEndPoint.MaxPort} are accepted.");
        }

        if (joining.Host is { } name && Uri.CheckHostName(name) == UriHostNameType.Unknown)
        {
            faults.Add($"Certificates:Joining:Host is '{Printable.Of(name)}': a host name or an IP address is accepted.");
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
            faults.Add($"Certificates:Joining:Bind is '{Printable.Of(joining.Bind)}': an IP address is accepted.");
            return IPAddress.Loopback;
        }

        if (joining.Host is null && (bind.Equals(IPAddress.Any) || bind.Equals(IPAddress.IPv6Any)))
        {
            faults.Add(
                $"Certificates:Joining:Host is missing: where Certificates:Joining:Bind is {bind}, the host for invitations is needed.");
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

        faults.Add($"{setting} is '{Printable.Of(text)}': an https address as in https://north.example:18001 is accepted.");
        return null;
    }
}
