using System.CommandLine;
using Fathom.Cli.Settings;
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
    ];

    public Command Create(FathomConsole console, CommandSettings settings)
    {
        var command = new Command("serve", "Start one subject by hand, for curl and for other clients; Ctrl-C ends it.");
        var catalog = console.Subjects;
        try
        {
            foreach (var manifest in catalog.Manifests.Where(m => m.Roles.Contains(SubjectManifest.Server)))
            {
                command.Add(CommandOf(manifest, catalog, console, settings));
            }
        }
        catch (MissingSubjectException e)
        {
            return Unavailable(command, e.Message);
        }

        return command.Subcommands.Count > 0 ? command : Unavailable(command, "no subject was built: build src/Fathom.Cli again");
    }

    // Every command line makes all commands: only 'serve' itself may fail for want of subjects.
    private static Command Unavailable(Command command, string reason)
    {
        command.Add(new Argument<string[]>("SUBJECT") { Description = "Unavailable: see 'fathom check'.",
            Arity = ArgumentArity.ZeroOrMore });
        command.SetAction(int (ParseResult _) => throw CommandException.Missing($"serve: {reason}"));
        return command;
    }

    private static Command CommandOf(SubjectManifest manifest, SubjectCatalog catalog, FathomConsole console, CommandSettings settings)
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

            return ServeAsync(console, manifest.Name, catalog, arguments);
        });
        return command;
    }

    // The subject ends when its standard input does: we hold that pipe open, and the kernel closes it when we end.
    private static async Task<int> ServeAsync(FathomConsole console, string subject, SubjectCatalog catalog, List<string> arguments)
    {
        using var interruption = new Interruption();
        try
        {
            await using var process = SubjectProcess.Start(
                SubjectManifest.Server, catalog.StartInfo(subject, arguments), standardError: console.Error.WriteLine);
            var ready = await process.ReadyAsync(interruption.Token);
            using var certificates = PeerCertificateFolder.Of(ready.Certificate);
            await console.Out.WriteLineAsync($"listening on {ready.Address}{certificates.Hint}");
            await console.Out.FlushAsync(CancellationToken.None);
            return await process.WaitForExitAsync(interruption.Token);
        }
        catch (OperationCanceledException)
        {
            return ExitCode.Interrupted;
        }
        catch (SubjectException e) when (e.ExitCode is { } code)
        {
            // Its standard error, which we have passed on, says why.
            return code;
        }
        catch (SubjectException e)
        {
            throw CommandException.Missing($"{subject}: {e.Message}");
        }
    }
}

/// <summary>A flag of a subject, as a flag of <c>fathom serve SUBJECT</c> that gives the arguments for the subject.</summary>
internal static class ServeFlag
{
    /// <summary>The option; its value is empty where the flag is not set anywhere.</summary>
    public static Option<IReadOnlyList<string>> OptionOf(FlagInfo flag, FathomConsole console, CommandSettings settings) => new(flag.Name)
    {
        Description = HelpOf(flag),
        HelpName = flag.Implied is null ? ValueOf(flag) : $"[{ValueOf(flag)}]",
        Arity = flag.Kind == FlagKind.Switch ? ArgumentArity.Zero
            : flag.Implied is null ? ArgumentArity.ExactlyOne : ArgumentArity.ZeroOrOne,
        DefaultValueFactory = _ => settings.Find(flag.Name) is { } found ? OfSetting(flag, found.Where, found.Single(), console) : [],
        CustomParser = argument => argument.Tokens.Count == 0 ? [] : Checked(flag, flag.Name, argument.Tokens[0].Value, console),
    };

    /// <summary>The arguments for the subject.</summary>
    public static IReadOnlyList<string> ArgumentsOf(FlagInfo flag, Option<IReadOnlyList<string>> option, ParseResult parsed) =>
        // The library gives an option without a value its default, as if it were absent.
        parsed.GetResult(option) is { Implicit: false, Tokens.Count: 0 } ? [flag.Name] : parsed.GetValue(option) ?? [];

    private static IReadOnlyList<string> OfSetting(FlagInfo flag, string where, string value, FathomConsole console) => value switch
    {
        _ when flag.Kind == FlagKind.Switch => SettingReader.YesOrNo(where, value) ? [flag.Name] : [],
        // Where the flag may stand alone, it is a switch in the file and in the environment too.
        "true" when flag.Implied is not null => [flag.Name],
        "false" when flag.Implied is not null => [],
        _ => Checked(flag, where, value, console),
    };

    private static IReadOnlyList<string> Checked(FlagInfo flag, string where, string value, FathomConsole console)
    {
        if (flag.Kind == FlagKind.Word)
        {
            SettingReader.OneOf(where, value, "an accepted value", [.. flag.Choices.Select(c => c.Value)]);
        }

        return flag.FaultOf(value) is { } fault ? throw CommandException.Usage($"{where}: {fault}")
            : [flag.Name, flag.Kind == FlagKind.File ? Path.Combine(console.Folder, value) : value];
    }

    private static string ValueOf(FlagInfo flag) => flag.ValueName ?? string.Join('|', flag.Choices.Select(c => c.Value));

    private static string HelpOf(FlagInfo flag)
    {
        var needs = flag.Choices.Where(c => c.Needs is not null).GroupBy(c => c.Needs!)
            .Select(g => $" Only on {g.Key}: {string.Join(", ", g.Select(c => c.Value))}.");
        return flag.Text + string.Concat(needs) + (flag.Default is null ? "" : $" Default {flag.Default}.");
    }
}

/// <summary>The certificates that clients of a served subject need, in files, while it runs. <c>fathom serve</c> owns it.</summary>
internal sealed class PeerCertificateFolder : IDisposable
{
    private readonly DirectoryInfo? _folder;

    private PeerCertificateFolder(DirectoryInfo? folder, string hint) => (_folder, Hint) = (folder, hint);

    /// <summary>Follows the address in the output: what a client needs, or nothing without TLS.</summary>
    public string Hint { get; }

    public static PeerCertificateFolder Of(string? pem)
    {
        if (pem is null)
        {
            return new PeerCertificateFolder(null, "");
        }

        var certificates = PeerCertificates.Parse(pem);
        if (certificates.Client is not { } client)
        {
            return new PeerCertificateFolder(null, $" with this certificate:\n{certificates.Trusted}");
        }

        var folder = Directory.CreateTempSubdirectory("fathom-serve-");
        string Write(string name, string content)
        {
            var path = Path.Combine(folder.FullName, name);
            File.WriteAllText(path, content + "\n");
            return path;
        }

        return new PeerCertificateFolder(folder, $" for clients with a certificate of this run\n"
            + $"--cacert {Write("root.pem", certificates.Trusted)} --cert {Write("client.pem", client.Certificate)} "
            + $"--key {Write("client-key.pem", client.Key)}\n"
            + "(curl's flags; the files are removed when this ends)");
    }

    public void Dispose() => _folder?.Delete(recursive: true);
}
