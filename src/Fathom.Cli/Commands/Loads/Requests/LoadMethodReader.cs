using System.CommandLine;
using Fathom.Cli.Commands.Calls;
using Fathom.Cli.Commands.Calls.Servers;
using Fathom.Cli.Settings;
using Fathom.Load.Grpc.Calls;
using Fathom.Load.Grpc.Requests;
using Fathom.Schema.Data;
using Fathom.Schema.Descriptors;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;

namespace Fathom.Cli.Commands.Loads.Requests;

/// <summary>Finds out what <c>--call</c> is, as <c>fathom call</c> does, and makes requests and the expected reply for many
/// calls.</summary>
internal sealed class LoadMethodReader(RequestSettings request, SettingValue? check, SchemaFlags schema, FathomConsole console, int seed)
{
    public async Task<LoadMethod> ReadAsync(string path, ServerTarget target, ParseResult parsed, CancellationToken token)
    {
        await using var channel = new NativeChannel(target.Options);
        var called = await CalledMethod.ReadAsync(path, request, schema, parsed, console, channel, target, token);
        return request.IsEncoded ? Encoded(called) : Described(called.Method, called.Kind, called.Types!);
    }

    private LoadMethod Encoded(CalledMethod called) => new(called.Method.FullPath, called.Kind,
        new FixedMessages([EncodedData.Read(request.Data, request.Format, console)], called.Method.IsClientStreaming),
        check is null ? [] : [new ExpectedReply(EncodedData.Read(check, request.Format, console))]);

    private LoadMethod Described(MethodSchema facts, MethodKind kind, DescriptorSet types)
    {
        var options = new RequestDataOptions
        {
            Folder = console.Folder, Time = console.Time, StandardInput = console.OpenInput,
            Environment = name => console.Environment.GetValueOrDefault(name), Seed = (ulong)seed,
            MayBeEmpty = facts.IsClientStreaming,
        };
        var text = request.Data?.Text;
        // As with fathom call: without data a unary call has an empty message, and a stream has none.
        var requests = text is null && facts.IsClientStreaming ? null : RequestData.Read(text ?? "{}", facts.Input, types, options);
        if (facts.IsClientStreaming && requests?.Count > int.MaxValue)
        {
            throw CommandException.Usage($"--data: it has {requests.Count:N0} messages; a stream of load has at most {int.MaxValue:N0}");
        }

        var calls = facts.IsClientStreaming ? 1 : requests!.Count;
        IReadOnlyList<ExpectedReply> expected =
            check is null ? [] : JsonReplies.Read(check, calls, facts.Output, types, options);
        return new(facts.FullPath, kind, new LoadRequests(requests, facts.IsClientStreaming), expected);
    }
}
