using System.CommandLine;
using System.Diagnostics;
using Fathom.Cli.Settings;
using Fathom.Lab.Running;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom serve SUBJECT</c>: one server subject by hand, for curl, h2load and other clients.</summary>
internal static class ServeCommand
{
    public static Command Create(FathomConsole console, SettingLayers settings)
    {
        var catalog = SubjectCatalog.BesideProgram();
        var servers = catalog.Names.Where(n => !n.StartsWith("client", StringComparison.Ordinal)).ToList();
        var subject = new Argument<string>("SUBJECT") { Description = $"which: {string.Join(", ", servers)}" };
        var port = SettingOption.One("--port", "port to listen on; 0 takes a free one", "N", 0, settings,
            (where, value) => SettingReader.WholeNumber(where, value, 0, 65535));
        var bind = SettingOption.One<string?>("--bind",
            "address to listen on; unless you say otherwise loopback, and at an end of a link that end's address", "ADDRESS", null,
                settings, SettingReader.Text);
        var tls = SettingOption.Switch("--tls", "TLS, with a certificate made for this run unless --cert and --key name one", settings);
        var certificate = SettingOption.One<string?>("--cert", "certificate, PEM file", "FILE", null, settings, SettingReader.Text);
        var key = SettingOption.One<string?>("--key", "its private key, PEM file", "FILE", null, settings, SettingReader.Text);
        var host = SettingOption.Word(
            "--host",
                "blob: the server software; httpsys-model behaves as HTTP.sys without kernel response buffering, httpsys is HTTP.sys "
                    + "itself (Windows)", "a host",
            ["kestrel", "httpsys-model", "httpsys", "httpsys-buffered"], settings);
        var segment = SettingOption.Word("--segment",
            "blob, httpsys-model: bytes of the response writer's segments; 65536-reflection is the published switch", "a segment size",
            ["4096", "65536", "65536-reflection"], settings);
        var command = new Command("serve", "Start one subject by hand, for curl and for other clients; Ctrl-C ends it.")
        {
            subject, port, bind, tls, certificate, key, host, segment,
        };
        command.SetAction((parsed, _) =>
        {
            var name = parsed.GetRequiredValue(subject);
            if (!servers.Contains(name))
            {
                throw CommandException.Usage(DidYouMean.Refusal("SUBJECT: ", name, "a subject that serves", servers));
            }

            var address = parsed.GetValue(bind) ?? LinkSurroundings.OwnAddress(console.Environment)?.ToString() ?? "127.0.0.1";
            List<string> arguments = ["--port", $"{parsed.GetValue(port)}", "--bind", address];
            arguments.AddRange(parsed.GetValue(tls) ? ["--tls"] : []);
            arguments.AddRange(parsed.GetValue(certificate) is { } c ? ["--cert", Path.Combine(console.Folder, c)] : []);
            arguments.AddRange(parsed.GetValue(key) is { } k ? ["--key", Path.Combine(console.Folder, k)] : []);
            foreach (var (flag, written) in new[] { ("--host", parsed.GetValue(host)), ("--segment", parsed.GetValue(segment)) })
            {
                arguments.AddRange(written is null ? []
                    : name == "blob" ? [flag, written.Value]
                    : throw CommandException.Usage(
                    $"{written.Where}: '{written.Value}' cannot be used with '{name}'; accepted: with 'blob'"));
            }

            return ServeAsync(console, catalog.StartInfo(name, arguments));
        });
        return command;
    }

    // The subject ends when its standard input does: we hold that pipe open, and whatever ends us closes it.
    private static async Task<int> ServeAsync(FathomConsole console, ProcessStartInfo info)
    {
        info.RedirectStandardInput = info.RedirectStandardOutput = true;
        info.UseShellExecute = false;
        using var interruption = new Interruption();
        using var process = Process.Start(info) ?? throw CommandException.Missing("the subject could not be started");
        if (await process.StandardOutput.ReadLineAsync(CancellationToken.None) is { } line)
        {
            await console.Out.WriteLineAsync(SubjectGreeting.Describe(line));
            await console.Out.FlushAsync(CancellationToken.None);
        }

        try
        {
            await process.WaitForExitAsync(interruption.Token);
            return process.ExitCode;
        }
        catch (OperationCanceledException)
        {
            process.StandardInput.Close();
            await process.WaitForExitAsync(CancellationToken.None);
            return ExitCode.Interrupted;
        }
    }
}
