using System.CommandLine;
using Fathom.Cli.Settings;
using Fathom.Mediator.Certificates.Enrollment;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom mediator invite</c>: an invitation to the network whose founding node has its certificates in a folder.</summary>
internal static class MediatorCommand
{
    public static Command Create(FathomConsole console, SettingLayers settings)
    {
        var folder = SettingOption.Text("--certificates",
            "the certificates of the node that founded the network; run it as that node's user", "DIR", settings);
        var life = SettingOption.Text("--life", "how long the invitation is of use, up to 24h; 15m when left out", "DURATION", settings);
        var node = SettingOption.Text("--node", "the only node that may join by it, also in the place of a lost one of its name", "NAME",
            settings);
        var invite = new Command(
            "invite", "Print an invitation, by which one node joins the network, once and soon. It holds a secret.") { folder, life, node };
        invite.SetAction((parsed, _) =>
        {
            var from = parsed.GetValue(folder) ?? throw CommandException.Usage(
                "--certificates is missing: give the folder of the node that founded the network");
            Write(console, Make(console, from, LifeOf(parsed.GetValue(life)), parsed.GetValue(node)));
            return Task.FromResult(ExitCode.Done);
        });
        return new Command("mediator", "Nodes of a mediator.") { invite, GraphCommand.Create(console, settings) };
    }

    private static Invitation Make(FathomConsole console, Written folder, TimeSpan life, Written? node)
    {
        try
        {
            return CertificateFolder.Use(console, folder, "the node that founded the network",
                path => Invitations.Create(path, life, node?.Value, console.Time));
        }
        catch (ArgumentException e) when (node is not null)
        {
            throw CommandException.Usage($"{node.Where}: {e.Message}");
        }
    }

    // The invitation alone goes to standard output, so that it can be handed on as it is.
    private static void Write(FathomConsole console, Invitation invitation)
    {
        console.Out.WriteLine(invitation.Text);
        console.Error.WriteLine($"for one node, until {invitation.ExpiresAt:u}, at {invitation.Address.GetLeftPart(UriPartial.Authority)}");
        console.Error.WriteLine($"the root's fingerprint: {invitation.RootFingerprint}");
    }

    private static TimeSpan LifeOf(Written? written) =>
        WrittenDuration.Read(written, Invitations.DefaultLifetime, (TimeSpan.FromSeconds(1), Invitations.MaxLifetime),
            "from 1s to 24h, such as 15m");
}
