using System.CommandLine;
using System.Text.Json;
using Fathom.Cli.Commands.Calls.Servers;
using Fathom.Cli.Rendering;
using Fathom.Cli.Rendering.Answers;
using Fathom.Cli.Settings;
using Fathom.Schema.Data;
using Fathom.Schema.Descriptors;
using Fathom.Schema.Reflection;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Google.Protobuf.Reflection;

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
        new("fathom describe --assembly Acme.dll acme.Order", "a code-first message"),
    ];

    public IReadOnlyList<string> Notes { get; } = [CallNotes.Reflection, CallNotes.Tls];

    public Command Create(FathomConsole console, CommandSettings settings)
    {
        var words = new CallWords("SYMBOL", "A service, method, message, field or enum by its full name. Default: every service.");
        var (server, schema) = (new ServerFlags(settings), new SchemaFlags(settings));
        words.Name.CompletionSources.Add(new MethodCompletion(words.Target, server, console, hasMethods: true).Complete);
        var output = SettingOption.Form(settings, "text", "json");
        var template = SettingOption.Switch("--message-template",
            "Print an empty message to fill in instead: that of SYMBOL, or the request of a method.", settings);
        var command = new Command("describe", "Print a service, method, message or enum as .proto text.")
        {
            words.Target, words.Name, output, template,
        };
        foreach (var option in schema.All.Concat(server.All))
        {
            command.Add(option);
        }

        command.SetAction((parsed, token) =>
        {
            var (target, symbol) = words.Read(parsed, schema.AreGiven(parsed));
            return CallFailures.ReportAsync(target ?? "the server", async () =>
            {
                var types = await ReadAsync(target, symbol, parsed, token);
                IReadOnlyList<IDescriptor> symbols = symbol is null ? [.. types.Services] : [types.Get(symbol)];
                if (parsed.GetValue(template))
                {
                    await console.Out.WriteLineAsync(MessageTemplate.Of(MessageOf(symbols)));
                    return ExitCode.Done;
                }

                if (parsed.GetValue(output) == "json")
                {
                    await console.Out.WriteLineAsync(
                        JsonSerializer.Serialize(DescribeAnswer.Of(symbols, types), AnswerJson.Indented.DescribeAnswer));
                    return ExitCode.Done;
                }

                foreach (var found in symbols)
                {
                    await console.Out.WriteAsync(DescriptorText.Of(found, types));
                }

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
            await using var reflection = new ReflectionClient(channel, reached.Name, new CallOptions
            {
                Headers = reached.Metadata, Deadline = Deadline.After(CallNotes.Patience), CancellationToken = token,
            });
            types = symbol is null ? await reflection.ReadAllAsync() : await reflection.ReadAsync(symbol);
            CallNotes.ShowFaults(types, console);
            return types;
        }
    }

    private static MessageDescriptor MessageOf(IReadOnlyList<IDescriptor> symbols) => symbols switch
    {
        [MethodDescriptor method] => method.InputType,
        [MessageDescriptor message] => message,
        [var other] => throw CommandException.Usage($"--message-template: '{other.FullName}' is no message and no method, of which there "
            + "are templates; accepted: SERVICE/METHOD, or a message"),
        _ => throw CommandException.Usage("--message-template: SYMBOL is missing; accepted: SERVICE/METHOD, or a message"),
    };
}
