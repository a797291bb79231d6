using System.CommandLine;
using Fathom.Cli.Settings;
using Fathom.Mediator.Certificates.Revocation;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom mediator revoke</c>: ends the membership of a node, and its connections.</summary>
internal sealed class MediatorRevokeCommand : ICommandDefinition
{
    public string Name => "mediator revoke";

    public IReadOnlyList<CommandExample> Examples { get; } =
    [
        new("fathom mediator revoke south --certificates north --reason 'disk stolen'", "revokes the node south"),
    ];

    public IReadOnlyList<string> Notes { get; } =
    [
        "All nodes learn of it within a minute, also while this command is not running: they refuse the node's certificates and end its "
            + "connections. Run the command as the user of the founding node. The node joins again by an invitation for its name "
            + "(fathom mediator invite --node).",
    ];

    public Command Create(FathomConsole console, CommandSettings settings)
    {
        var node = new Argument<string>("NODE") { Description = "The name of the node." };
        var folder = CertificateFolderOption.Create("The certificates folder of the node that founded the network.", settings);
        var reason = SettingOption.Text("--reason", "Why, in one line, for the logs of all nodes. Default: none.", "TEXT", settings);
        var revoke = new Command("revoke", "Revoke a node: no node of its network accepts its certificates any more.")
        {
            node, folder, reason,
        };
        revoke.SetAction((parsed, _) =>
        {
            var from = parsed.GetValue(folder)
                ?? throw CertificateFolderOption.Missing("give the certificates folder of the node that founded the network");
            var name = parsed.GetValue(node)!;
            console.Out.WriteLine($"revoked {Revoke(console, from, name, parsed.GetValue(reason)?.Text)} certificates of '{name}'");
            return Task.FromResult(ExitCode.Done);
        });
        return revoke;
    }

    private static int Revoke(FathomConsole console, SettingValue folder, string node, string? reason)
    {
        try
        {
            return CertificateFolderOption.Read(console, folder, "the node that founded the network",
                path => Revocations.Revoke(path, node, reason, console.Time));
        }
        catch (ArgumentException e)
        {
            throw CommandException.Usage($"NODE: {e.Message}");
        }
    }
}
