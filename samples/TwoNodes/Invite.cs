using Fathom.Mediator;
using Microsoft.Extensions.Hosting;

namespace Fathom.Samples.TwoNodes;

/// <summary>
/// Leaves an invitation for south in a file that its owner alone can read. Between machines it is handed over by hand: `fathom mediator
/// invite` prints one, and `Certificates__Invitation` in the environment takes it.
/// </summary>
internal sealed class Invite(MediatorNode node, string file) : BackgroundService
{
    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        var invitation = await node.Enrollment!.InviteAsync(node: "south");
        var options = new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        // Aside first: whoever reads the file reads all of it.
        await using (var writer = new StreamWriter($"{file}.new", options))
        {
            await writer.WriteLineAsync(invitation.Text);
        }

        File.Move($"{file}.new", file, overwrite: true);
        Console.WriteLine($"{node.Name} has left an invitation for south, until {invitation.ExpiresAt:u}");
    }
}
