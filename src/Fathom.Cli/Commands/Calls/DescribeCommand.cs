using System.CommandLine;
using Fathom.Cli.Commands.Calls.Servers;
using Fathom.Cli.Settings;
using Fathom.Schema.Descriptors;
using Fathom.Transport.Client;

namespace Fathom.Cli.Commands.Calls;

/// <summary><c>fathom describe</c>: a service, method, message or enum as .proto text.</summary>
internal sealed class DescribeCommand : ICommandDefinition
{
    public string Name => "describe";

    public IReadOnlyList<CommandExample> Examples { get; } =
    [
        new("fathom describe localhost:5000", "every service of a server"),
        new("fathom describe localhost:5000 shop.v1.Shop/Buy", "a method with its messages"),
        new("fathom describe localhost:5000 shop.v1.Shop/Buy --message-template", "an empty request, to fill in"),
        new("fathom describe localhost:5000 --proto-out protos", "the .proto files of a server"),
        new("fathom describe --assembly Acme.dll acme.Order", "a code-first message"),
    ];

    public IReadOnlyList<string> Notes { get; } = [CallNotes.Reflection, CallNotes.Tls];

    public Command Create(FathomConsole console, CommandSettings settings)
    {
        var words = new CallWords("SYMBOL",
            "A service, method, message, field or enum by its full name, or a .proto file. Default: every service.");
        var (server, schema) = (new ServerFlags(settings), new SchemaFlags(settings));
        words.Name.CompletionSources.Add(new MethodCompletion(words.Target, server, console, hasMethods: true).Complete);
        var outputs = new DescribeOutputs(settings);
        var command = new Command("describe", "Print a service, method, message or enum as .proto text.")
        {
            words.Target, words.Name,
        };
        command.AddAll(outputs.All.Concat(schema.All).Concat(server.All));
        command.SetAction((parsed, token) =>
        {
            var (target, symbol) = words.Read(parsed, schema.AreGiven(parsed));
            return CallFailures.ReportAsync(target ?? "the server", async () =>
            {
                var types = await ReadAsync(target, symbol, parsed, token);
                outputs.Write(symbol is null ? null : types.Get(symbol), types, parsed, console);
                return ExitCode.Done;
            });
        });
        return command;

        async Task<DescriptorSet> ReadAsync(string? target, string? symbol, ParseResult parsed, CancellationToken token)
        {
            if (await schema.ReadAsync(parsed, console, token) is { } types)
            {
                return types;
            }

            var reached = await server.ReadAsync(target!, parsed, console, token);
            await using var channel = new NativeChannel(reached.Options);
            await using var reflection = MethodReflection.Client(channel, reached, CallNotes.Patience, token);
            types = symbol is null ? await reflection.ReadAllAsync() : await reflection.ReadAsync(symbol);
            CallNotes.ShowFaults(types, console);
            return types;
        }
    }
}
