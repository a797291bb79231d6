using Fathom.Mediator.Certificates;

namespace Fathom.Mediator.Settings;

/// <summary>Reads the section <c>Certificates</c>.</summary>
internal static class CertificateSettingsReader
{
    public static CertificateSettings Read(SectionReader section)
    {
        var certificates = new CertificateSettings
        {
            Folder = section.Text(nameof(CertificateSettings.Folder)) ?? "",
            Name = section.Text(nameof(CertificateSettings.Name)),
            Found = section.Boolean(nameof(CertificateSettings.Found), false),
            Issuer = section.Text(nameof(CertificateSettings.Issuer)),
            Invitation = section.Text(nameof(CertificateSettings.Invitation)),
            InvitationFile = section.Text(nameof(CertificateSettings.InvitationFile)),
            Lives = Lives(section.Section(nameof(CertificateSettings.Lives))),
        };
        foreach (var host in section.List(nameof(CertificateSettings.HostNames)))
        {
            certificates.HostNames.Add(host);
        }

        certificates.Joining = section.OptionalSection(nameof(CertificateSettings.Joining)) is { } joining ? Joining(joining) : null;
        section.RejectUnknownKeys();
        return certificates;
    }

    private static CertificateLifetimes Lives(SectionReader section)
    {
        var usual = new CertificateLifetimes();
        var lives = new CertificateLifetimes
        {
            Root = section.Duration(nameof(usual.Root), usual.Root),
            Issuing = section.Duration(nameof(usual.Issuing), usual.Issuing),
            Node = section.Duration(nameof(usual.Node), usual.Node),
        };
        section.RejectUnknownKeys();
        return lives;
    }

    private static EnrollmentSettings Joining(SectionReader section)
    {
        var joining = new EnrollmentSettings
        {
            Bind = section.Text(nameof(EnrollmentSettings.Bind)),
            Port = section.Number(nameof(EnrollmentSettings.Port), 0, 0),
            Host = section.Text(nameof(EnrollmentSettings.Host)),
            Member = section.Text(nameof(EnrollmentSettings.Member)),
        };
        section.RejectUnknownKeys();
        return joining;
    }
}
