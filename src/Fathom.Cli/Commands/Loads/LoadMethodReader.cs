using System.CommandLine;
using Fathom.Cli.Commands.Calls;
using Fathom.Cli.Commands.Loads.Requests;
using Fathom.Load.Grpc.Calls;
using Fathom.Load.Grpc.Requests;
using Fathom.Schema.Data;
using Fathom.Schema.Descriptors;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;

namespace Fathom.Cli.Commands.Loads;

/// <summary>
/// Finds out what <c>--call</c> is, from the same descriptors as <c>fathom call</c>, and makes requests and the expected reply from JSON.
/// With encoded data (<c>--data-format</c>) nothing has to be known of messages: then only the descriptors that a flag names are read.
/// </summary>
internal sealed class LoadMethodReader(LoadFlagValues flags, SchemaFlags schema, FathomConsole console, int seed)
{
    public async Task<LoadMethod> ReadAsync(string path, ServerTarget target, ParseResult parsed, CancellationToken token)
    {
        var isEncoded = flags.Text("data-format") is not (null or "json");
        var types = await schema.ReadAsync(parsed, console, token);
        if (types is null && !isEncoded)
        {
            await using var channel = new NativeChannel(target.Options);
            types = await MethodReflection.ReadAsync(channel, target, path, token);
        }

        if (types?.GetMethod(path) is not { } facts)
        {
            return Encoded(path, KindFlag() ?? MethodKind.Unary);
        }

        var kind = MethodKinds.Of(facts);
        if (KindFlag() is { } other && other != kind)
        {
            throw CommandException.Usage($"--kind: '{flags.Text("kind")}' is not what {facts.FullPath[1..]} is: its descriptor says "
                + $"{LoadKinds.NameOf(kind)}; leave --kind out");
        }

        return isEncoded ? Encoded(facts.FullPath, kind) : Described(facts, kind, types);
    }

    private MethodKind? KindFlag() => flags.Text("kind") is { } name ? LoadKinds.Parse(name) : null;

    private LoadMethod Encoded(string path, MethodKind kind)
    {
        var data = new LoadData(flags, console);
        return new(path, kind, new FixedMessages([data.Request()], IsRequestStreamed(kind)), data.ExpectedReplies());
    }

    private LoadMethod Described(MethodSchema facts, MethodKind kind, DescriptorSet types)
    {
        var options = new RequestDataOptions
        {
            Folder = console.Folder, Time = console.Time, StandardInput = console.OpenInput,
            Environment = name => console.Environment.GetValueOrDefault(name), Seed = (ulong)seed,
            MayBeEmpty = facts.IsClientStreaming,
        };
        var text = flags.Text("data");
        // As with fathom call: without data a unary call has an empty message, and a stream has none.
        var requests = text is null && facts.IsClientStreaming ? null : RequestData.Read(text ?? "{}", facts.Input, types, options);
        if (facts.IsClientStreaming && requests?.Count > int.MaxValue)
        {
            throw CommandException.Usage($"--data: it has {requests.Count:N0} messages; a stream of load has at most {int.MaxValue:N0}");
        }

        var calls = facts.IsClientStreaming ? 1 : requests!.Count;
        IReadOnlyList<ExpectedReply> expected =
            flags.Setting("check") is { } check ? JsonReplies.Read(check, calls, facts.Output, types, options) : [];
        return new(facts.FullPath, kind, new LoadRequests(requests, facts.IsClientStreaming), expected);
    }

    private static bool IsRequestStreamed(MethodKind kind) => kind is MethodKind.ClientStreaming or MethodKind.DuplexStreaming;
}
