using Fathom.Mediator.Certificates;

namespace Fathom.Mediator.Settings;

/// <summary>From the section <c>Certificates</c> to settings.</summary>
internal static class CertificateSettingsReader
{
    public static CertificateSettings Read(SectionReader section)
    {
        var certificates = new CertificateSettings
        {
            Folder = section.Text(nameof(CertificateSettings.Folder)) ?? "",
            Name = section.Text(nameof(CertificateSettings.Name)),
            Issuer = section.Text(nameof(CertificateSettings.Issuer)),
            Invitation = section.Text(nameof(CertificateSettings.Invitation)),
            InvitationFile = section.Text(nameof(CertificateSettings.InvitationFile)),
            Lives = Lives(section.Section(nameof(CertificateSettings.Lives))),
        };
        foreach (var host in section.List(nameof(CertificateSettings.HostNames)))
        {
            certificates.HostNames.Add(host);
        }

        certificates.Joining = section.SectionIfThere(nameof(CertificateSettings.Joining)) is { } joining ? Joining(joining) : null;
        section.RefuseOthers();
        return certificates;
    }

    private static CertificateLives Lives(SectionReader section)
    {
        var usual = new CertificateLives();
        var lives = new CertificateLives
        {
            Root = section.Duration(nameof(usual.Root), usual.Root),
            Issuing = section.Duration(nameof(usual.Issuing), usual.Issuing),
            Node = section.Duration(nameof(usual.Node), usual.Node),
        };
        section.RefuseOthers();
        return lives;
    }

    private static JoiningSettings Joining(SectionReader section)
    {
        var joining = new JoiningSettings
        {
            Bind = section.Text(nameof(JoiningSettings.Bind)),
            Port = section.Number(nameof(JoiningSettings.Port), 0, 0),
            Host = section.Text(nameof(JoiningSettings.Host)),
            Member = section.Text(nameof(JoiningSettings.Member)),
        };
        section.RefuseOthers();
        return joining;
    }
}
