using System.CommandLine;
using Fathom.Cli.Commands.Calls.Servers;
using Fathom.Cli.Settings;
using Fathom.Schema.Descriptors;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;

namespace Fathom.Cli.Commands.Calls;

/// <summary><c>fathom call</c>: one call of a method, with its headers, messages and trailers.</summary>
internal sealed class CallCommand : ICommandDefinition
{
    public string Name => "call";

    public IReadOnlyList<CommandExample> Examples { get; } =
    [
        new("fathom call localhost:5000 shop.Shop/Buy -d '{\"item\": 7}'", "a call with one message"),
        new("fathom call https://shop.example shop.Shop/Chat -d @lines.jsonl", "a stream: a message for each line"),
        new("fathom call https://shop.example shop.Shop/Chat -d @", "a stream of what is typed; it ends with Ctrl-D"),
    ];

    public IReadOnlyList<string> Notes { get; } =
    [
        CallNotes.Reflection,
        CallNotes.Tls,
        CallNotes.Data,
        "A method whose client streams sends the messages of standard input (-d @) as they come, and its side ends with the input. Ctrl-C "
            + "ends a call that lasts.",
        "Replies go to standard output as they come, each a value of JSON, as jq reads them. --output json is one document at the end of "
            + "the call: status, metadata and all replies.",
        "Exit code: 64 and the status, where it is not OK (69: NotFound), as grpcurl's; 1 "
            + "where a reply cannot be read; 3 where no gRPC server was reached.",
    ];

    public Command Create(FathomConsole console, CommandSettings settings)
    {
        var target = new Argument<string>("TARGET") { Description = TargetAddress.Help };
        var method = new Argument<string>("METHOD") { Description = "The method: pkg.Service/Method." };
        var (server, schema) = (new ServerFlags(settings), new SchemaFlags(settings));
        method.CompletionSources.Add(new MethodCompletion(target, server, console, hasMethods: true).Complete);
        var request = new RequestFlags(settings, "The request: JSON, @FILE, or @ for standard input. Default: an empty message.",
            "--data and of replies");
        var deadline = SettingOption.Text("--deadline", "Time for the call. Default: none.", "DURATION", settings);
        var verbose = SettingOption.Switch("--verbose",
            "Also show headers, the compression of replies, trailers and status, on standard error.", settings, "-v");
        var defaults = SettingOption.Switch("--emit-defaults", "Also show fields with their default value.", settings);
        var output = SettingOption.Form(settings, "text", "json");
        var command = new Command("call", "Call a method once: headers, messages and trailers.") { target, method };
        command.AddAll(request.All.Concat([deadline, verbose, defaults, output]).Concat(schema.All).Concat(server.All));
        command.SetAction((parsed, token) => CallFailures.ReportAsync(parsed.GetRequiredValue(target), async () =>
        {
            using var interruption = new Interruption();
            using var ending = CancellationTokenSource.CreateLinkedTokenSource(token, interruption.Token);
            var sent = request.Read(parsed);
            var isDocument = parsed.GetValue(output) == "json";
            if (sent.Format == "binary" && !isDocument && console.OutIsTerminal)
            {
                throw CommandException.Usage("--data-format: a reply in binary is no text for a terminal; accepted: standard output that "
                    + "goes to a file or a program, or base64, hex");
            }

            var reached = await server.ReadAsync(parsed.GetRequiredValue(target), parsed, console, ending.Token);
            var limit = parsed.GetValue(deadline) is { } time
                ? SettingValue.Duration(time, default,
                    (TimeSpan.FromMicroseconds(1), TimeSpan.FromDays(365)), "of 1us to 8760h, such as 10s")
                : (TimeSpan?)null;
            await using var channel = new NativeChannel(reached.Options);
            var called = await CalledMethod.ReadAsync(parsed.GetRequiredValue(method), sent, schema, parsed, console, channel, reached,
                ending.Token);
            CallNotes.ShowFaults(called.Types ?? DescriptorSet.BuiltIn, console);
            if (sent.Format == "binary" && !isDocument && called.Method.IsServerStreaming)
            {
                throw CommandException.Usage(
                    "--data-format: in binary the replies of a stream cannot be told apart; accepted: base64, hex");
            }

            var requests = new CallRequests(sent, called, console);
            var options = new CallOptions
            {
                Headers = reached.Metadata,
                Deadline = limit is { } within ? Deadline.After(within) : null,
                CancellationToken = ending.Token,
            };
            var view = isDocument ? new CallDocument(console, parsed.GetValue(verbose), called.Method.FullPath[1..])
                : new CallView(console, parsed.GetValue(verbose));
            var decoder = new ReplyDecoder(called.Types ?? DescriptorSet.BuiltIn, new() { EmitDefaults = parsed.GetValue(defaults) },
                name => MethodReflection.FindAsync(channel, reached, name, ending.Token));
            var run = new CallRun(console, view, new CallReplies(view, decoder, sent.Format), reached.Name);
            return await run.RunAsync(channel, called.Method, requests, options, interruption);
        }));
        return command;
    }
}
