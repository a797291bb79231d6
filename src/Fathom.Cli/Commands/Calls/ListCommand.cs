using System.CommandLine;
using System.Text.Json;
using Fathom.Cli.Commands.Calls.Servers;
using Fathom.Cli.Rendering.Answers;
using Fathom.Cli.Settings;
using Fathom.Transport.Client;

namespace Fathom.Cli.Commands.Calls;

/// <summary><c>fathom list</c>: the services of a server, or the methods of one of them.</summary>
internal sealed class ListCommand : ICommandDefinition
{
    public string Name => "list";

    public IReadOnlyList<CommandExample> Examples { get; } =
    [
        new("fathom list localhost:5000", "the services of a server"),
        new("fathom list shop.example:443 shop.v1.Shop", "the methods of a service"),
        new("fathom list --proto shop.proto", "the services in a file"),
    ];

    public IReadOnlyList<string> Notes { get; } = [CallNotes.Reflection, CallNotes.Tls];

    public Command Create(FathomConsole console, CommandSettings settings)
    {
        var words = new CallWords("SERVICE", "A service, for its methods.");
        var (server, schema) = (new ServerFlags(settings), new SchemaFlags(settings));
        words.Name.CompletionSources.Add(new MethodCompletion(words.Target, server, console, hasMethods: false).Complete);
        var output = SettingOption.Form(settings, "text", "json");
        var command = new Command("list", "List the services of a server, or the methods of a service.")
        {
            words.Target, words.Name, output,
        };
        command.AddAll(schema.All.Concat(server.All));
        command.SetAction((parsed, token) =>
        {
            var (target, service) = words.Read(parsed, schema.AreGiven(parsed));
            return CallFailures.ReportAsync(target ?? "the server", async () =>
            {
                var services = await FindAsync(target, service, parsed, token);
                IEnumerable<string> lines = parsed.GetValue(output) == "json"
                    ? [JsonSerializer.Serialize(ListAnswer.Of(services), AnswerJson.Indented.ListAnswer)]
                    : services.SelectMany(s => s.Lines);
                foreach (var line in lines)
                {
                    await console.Out.WriteLineAsync(line);
                }

                return ExitCode.Done;
            });
        });
        return command;

        async Task<IEnumerable<ListedService>> FindAsync(string? target, string? service, ParseResult parsed, CancellationToken token)
        {
            if (await schema.ReadAsync(parsed, console, token) is { } types)
            {
                return service is null ? types.Services.Select(s => new ListedService(s.FullName))
                    : [ListedService.Of(types.GetService(service))];
            }

            var reached = await server.ReadAsync(target!, parsed, console, token);
            await using var channel = new NativeChannel(reached.Options);
            await using var reflection = MethodReflection.Client(channel, reached, CallNotes.Patience, token);
            return service is null
                ? (await reflection.ListServicesAsync()).Select(name => new ListedService(name))
                : [ListedService.Of((await reflection.ReadAsync(service)).GetService(service))];
        }
    }
}
