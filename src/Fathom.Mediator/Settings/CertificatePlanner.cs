using Fathom.Mediator.Certificates;
using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Certificates.Trust;

namespace Fathom.Mediator.Settings;

/// <summary>Checks the section <c>Certificates</c> and reports every fault. No fault repeats an invitation, because it holds a
/// secret.</summary>
internal sealed class CertificatePlanner(CertificateSettings settings, HostSettings? host, List<string> faults)
{
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
            IssuerAddress = HttpsAddress.Read("Certificates:Issuer", settings.Issuer, faults) };
        if (settings.HostNames.Count > 0)
        {
            options = options with { HostNames = [.. settings.HostNames] };
            CheckHosts(options.HostNames);
        }

        if (settings.Found && (settings.Invitation ?? settings.InvitationFile) is not null)
        {
            faults.Add($"Certificates:Found is true, and Certificates:{(settings.Invitation is null ? "InvitationFile" : "Invitation")} is "
                + "set: a node founds a network or joins one. Set one of them.");
        }

        return new CertificatePlan(options, Invitation(), settings.InvitationFile, settings.Found,
            EnrollmentPlanner.Plan(settings.Joining, host, faults));
    }

    private string Name()
    {
        var (setting, name) = settings.Name is { } own ? ("Certificates:Name", own)
            : ("Certificates:Name, by default Host:Name,", host?.Name ?? "");
        if (!NodeName.IsValid(name))
        {
            faults.Add($"{setting} is '{Printable.Sanitize(name)}': {NodeName.AcceptedFor(name)} are accepted.");
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
}
