using System.CommandLine;
using Fathom.Cli.Commands.Links;
using Fathom.Cli.Rendering;
using Fathom.Cli.Settings;
using Fathom.Studies.Running;
using Fathom.Studies.Running.Sources;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom serve SUBJECT</c>: one server subject by hand, for curl, h2load and other clients. Each subject is a command with the
/// flags of its manifest.</summary>
internal sealed class ServeCommand : ICommandDefinition
{
    private const string Bind = "--bind";

    public string Name => "serve";

    public IReadOnlyList<CommandExample> Examples { get; } =
    [
        new("fathom serve kestrel --port 5000", "gRPC on Kestrel at http://127.0.0.1:5000"),
        new("fathom serve tree --port 5100", "two REST APIs and three gRPC services at ports 5100 to 5104"),
    ];

    public Command Create(FathomConsole console, CommandSettings settings)
    {
        var command = new Command("serve", "Start one subject by hand, for curl and for other clients; Ctrl-C ends it.");
        try
        {
            foreach (var manifest in console.Subjects.Manifests.Where(m => m.Roles.Contains(SubjectManifest.Server)))
            {
                command.Add(CommandOf(manifest, console, settings));
            }
        }
        catch (MissingSubjectException e)
        {
            return Unavailable(command, e.Message);
        }

        return command.Subcommands.Count > 0 ? command
            : Unavailable(command, $"no server in the folder that {SubjectSources.Variable} names");
    }

    // Every command line makes all commands: only 'serve' itself may fail for want of subjects.
    private static Command Unavailable(Command command, string reason)
    {
        command.Add(new Argument<string[]>("SUBJECT") { Description = "Unavailable: see 'fathom check'.",
            Arity = ArgumentArity.ZeroOrMore });
        command.SetAction(int (ParseResult _) => throw CommandException.Missing($"serve: {reason}"));
        return command;
    }

    private static Command CommandOf(SubjectManifest manifest, FathomConsole console, CommandSettings settings)
    {
        var command = new Command(manifest.Name, manifest.Text);
        var flags = manifest.Flags.Where(f => f.Role is null or SubjectManifest.Server)
            .Select(f => (Info: f, Option: ServeFlag.OptionOf(f, console, settings))).ToList();
        flags.ForEach(f => command.Add(f.Option));
        command.SetAction((parsed, _) =>
        {
            List<string> arguments = [.. flags.SelectMany(f => ServeFlag.ArgumentsOf(f.Info, f.Option, parsed))];
            if (!arguments.Contains(Bind) && LinkSurroundings.OwnAddress(console.Environment) is { } end)
            {
                arguments.AddRange([Bind, end.ToString()]);
            }

            return ServeAsync(console, manifest.Name, arguments);
        });
        return command;
    }

    // The subject ends when its standard input does: we hold that pipe open, and the kernel closes it when we end.
    private static async Task<int> ServeAsync(FathomConsole console, string subject, List<string> arguments)
    {
        using var interruption = new Interruption();
        try
        {
            var catalog = await console.Subjects.PrepareAsync(new SubjectBuildView(console, quiet: false), interruption.Token);
            await using var process = SubjectProcess.Start(
                SubjectManifest.Server, catalog.StartInfo(subject, arguments),
                standardError: line => console.Error.WriteLine(PrivateNames.OfThisMachine.RemoveFrom(line)));
            var ready = await process.ReadyAsync(interruption.Token);
            using var certificates = PeerCertificateFolder.Of(ready.Certificate);
            await console.Out.WriteLineAsync($"listening on {ready.Address}{certificates.Hint}");
            foreach (var (name, address) in (ready.Addresses ?? new Dictionary<string, string>())
                .Where(a => a.Value.StartsWith("http", StringComparison.Ordinal)))
            {
                await console.Out.WriteLineAsync($"  {name} {address}");
            }

            await console.Out.FlushAsync(CancellationToken.None);
            return await process.WaitForExitAsync(interruption.Token);
        }
        catch (OperationCanceledException)
        {
            return ExitCode.Interrupted;
        }
        catch (MissingSubjectException e)
        {
            throw CommandException.Missing($"serve: {e.Message}");
        }
        catch (SubjectException e) when (e.ExitCode is { } code)
        {
            // Its standard error, which we have passed on, says why.
            return code;
        }
        catch (SubjectException e)
        {
            throw CommandException.Missing($"{subject}: {PrivateNames.OfThisMachine.RemoveFrom(e.Message)}");
        }
    }
}
