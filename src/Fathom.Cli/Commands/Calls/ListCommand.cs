using System.CommandLine;
using Fathom.Cli.Commands.Calls.Servers;
using Fathom.Cli.Settings;
using Fathom.Schema.Reflection;
using Fathom.Transport.Calls;
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
        var command = new Command("list", "List the services of a server, or the methods of a service.") { words.Target, words.Name };
        foreach (var option in schema.All.Concat(server.All))
        {
            command.Add(option);
        }

        command.SetAction((parsed, token) =>
        {
            var (target, service) = words.Read(parsed, schema.AreGiven(parsed));
            return CallFailures.ReportAsync(target ?? "the server", async () =>
            {
                foreach (var line in await LinesAsync(target, service, parsed, token))
                {
                    await console.Out.WriteLineAsync(line);
                }

                return ExitCode.Done;
            });
        });
        return command;

        async Task<IEnumerable<string>> LinesAsync(string? target, string? service, ParseResult parsed, CancellationToken token)
        {
            if (await schema.ReadAsync(parsed, console, token) is { } types)
            {
                return service is null ? types.Services.Select(s => s.FullName) : MethodLines(types.GetService(service));
            }

            var reached = await server.ReadAsync(target!, parsed, console, token);
            await using var channel = new NativeChannel(reached.Options);
            await using var reflection = new ReflectionClient(channel, reached.Name, new CallOptions
            {
                Headers = reached.Metadata, Deadline = Deadline.After(CallNotes.Patience), CancellationToken = token,
            });
            return service is null
                ? await reflection.ListServicesAsync()
                : MethodLines((await reflection.ReadAsync(service)).GetService(service));
        }
    }

    private static IEnumerable<string> MethodLines(Google.Protobuf.Reflection.ServiceDescriptor service) =>
        service.Methods.Select(m => $"{service.FullName}/{m.Name}");
}
