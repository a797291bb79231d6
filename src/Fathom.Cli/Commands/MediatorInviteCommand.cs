using System.CommandLine;
using Fathom.Cli.Settings;
using Fathom.Mediator.Certificates.Enrollment;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom mediator invite</c>: prints an invitation to the network of a founding node.</summary>
internal sealed class MediatorInviteCommand : ICommandDefinition
{
    public string Name => "mediator invite";

    public IReadOnlyList<CommandExample> Examples { get; } =
    [
        new("fathom mediator invite --certificates north --node south", "invites a node named south"),
        new("fathom mediator invite --certificates north --host south.example",
            "allows this name in its certificate, for browsers and curl"),
    ];

    public IReadOnlyList<string> Notes { get; } =
    [
        "Standard output holds the invitation alone. It is a secret: who has it can join once. Run the command as the user of the founding "
            + "node.",
    ];

    public Command Create(FathomConsole console, CommandSettings settings)
    {
        var folder = CertificateFolderOption.Create("The certificates folder of the node that founded the network.", settings);
        var life = SettingOption.Text("--life", "Time until the invitation expires, 1s to 24h. Default 15m.", "DURATION", settings);
        var node = SettingOption.Text("--node",
            "The name of the only node that may use it, also to replace a lost node of that name. Default: any new node.", "NAME",
                settings);
        var host = SettingOption.Many("--host",
            "A host name or address that the node's certificate may have beside its name, for browsers and curl; may be repeated. "
                + "Default: none.", "HOST", settings, SettingReader.Text);
        var invite = new Command("invite", "Print a one-time invitation, with which a new node joins a mediator's network.")
        {
            folder, life, node, host,
        };
        invite.SetAction((parsed, _) =>
        {
            var from = parsed.GetValue(folder)
                ?? throw CertificateFolderOption.Missing("give the certificates folder of the node that founded the network");
            var lifetime = SettingValue.Duration(parsed.GetValue(life), Invitations.DefaultLifetime,
                (TimeSpan.FromSeconds(1), Invitations.MaxLifetime), "from 1s to 24h, such as 15m");
            Write(console, Make(console, from, lifetime, parsed.GetValue(node), parsed.GetValue(host)));
            return Task.FromResult(ExitCode.Done);
        });
        return invite;
    }

    private static Invitation Make(
        FathomConsole console, SettingValue folder, TimeSpan life, SettingValue? node, IReadOnlyList<string>? hosts)
    {
        try
        {
            return CertificateFolderOption.Read(console, folder, "the node that founded the network",
                path => Invitations.Create(path, life, node?.Text, console.Time,
                    hosts));
        }
        catch (ArgumentException e) when (e.ParamName == "hosts")
        {
            throw CommandException.Usage($"--host: {e.Message}");
        }
        catch (ArgumentException e) when (node is not null)
        {
            throw CommandException.Usage($"{node.Where}: {e.Message}");
        }
    }

    // Standard output holds the invitation alone, so that it can be piped.
    private static void Write(FathomConsole console, Invitation invitation)
    {
        console.Out.WriteLine(invitation.Text);
        console.Error.WriteLine(
            $"for one node, until {invitation.ExpiresAt:u}, to join at {invitation.Address.GetLeftPart(UriPartial.Authority)}");
        console.Error.WriteLine($"the root certificate's fingerprint: {invitation.RootFingerprint}");
    }
}
