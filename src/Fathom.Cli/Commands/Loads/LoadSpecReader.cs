using System.CommandLine;
using Fathom.Cli.Commands.Calls;
using Fathom.Cli.Commands.Calls.Servers;
using Fathom.Cli.Commands.Loads.Requests;
using Fathom.Cli.Settings;
using Fathom.Load.Grpc;
using Fathom.Load.Grpc.Requests;
using Fathom.Load.Thresholds;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;

namespace Fathom.Cli.Commands.Loads;

/// <summary>Checks the flags of <c>fathom load</c> and makes a plan and a target of them.</summary>
internal sealed class LoadSpecReader(LoadFlags flags, ParseResult parsed, FathomConsole console)
{
    private const int DefaultHttp1Connections = 100;

    /// <summary>Reads the flags. What needs no server is checked first; then the server is asked what it speaks, and what the method
    /// is.</summary>
    public async Task<LoadSpec> ReadAsync(string target, CancellationToken token)
    {
        TargetAddress.Parse(target, plaintext: false, console.Folder);
        var mix = LoadMix.Read(flags, parsed);
        var path = mix.Count > 0 ? mix[0].Path : MethodPath.Read(Of(flags.Call));
        var plan = LoadPlanReader.Read(flags, parsed);
        var thresholds = Thresholds();
        // Every flag is read before the server is asked for the method: a wrong one is named although the server does not answer.
        var (askedConnections, askedThreads) = (Of(flags.Connections).Whole(1, 100_000), Of(flags.Threads).Whole(1, 1024));
        var deadline = Of(flags.Deadline).Duration();
        var (streamFor, accepted) = (Of(flags.StreamFor).Duration(), Of(flags.AcceptStatus).Statuses());
        var (maxErrors, startAt) = (Of(flags.MaxErrors).Whole(0, int.MaxValue), Of(flags.StartAt).Time());
        var request = flags.Request.Read(parsed);
        if (mix.Count(m => (m.Data ?? request.Data)?.Text is "@" or "@-") > 1)
        {
            throw CommandException.Usage("--data: standard input is read once, by one method; give the others of --mix theirs with "
                + "--mix-data METHOD=DATA");
        }

        var server = await flags.Server.ReadAsync(target, parsed, console, token, plan.Seed);
        // HTTP/1.1 carries one call at a time on a connection.
        var connections = askedConnections
            ?? (server.Options.Protocol == WireProtocol.GrpcWebHttp1 ? plan.Concurrency ?? DefaultHttp1Connections : 1);
        var mixed = new List<MixedMethod>();
        foreach (var entry in mix)
        {
            mixed.Add(await ReadAsync(entry, request, plan.Seed, server, token));
        }

        var method = mixed.Count > 0 ? new LoadMethod(path, MethodKind.Unary, mixed[0].Requests, [])
            : await new LoadMethodReader(request, Of(flags.Check), flags.Schema, console, plan.Seed)
                .ReadAsync(path, server, parsed, token);
        if (streamFor is not null && method.Kind == MethodKind.Unary)
        {
            throw CommandException.Usage($"--stream-for: {method.Path[1..]} is unary; accepted: methods that stream, or --deadline");
        }

        var called = new GrpcLoadTarget
        {
            Server = server.Options,
            Path = method.Path,
            Kind = method.Kind,
            Requests = method.Requests,
            ExpectedReplies = method.ExpectedReplies,
            Mix = mixed,
            Metadata = server.Sent.Constant,
            CallFields = FieldValues.Of(server.Sent.Varying),
            Deadline = deadline,
            StreamFor = streamFor,
            AcceptedStatuses = accepted,
            Connections = connections,
            Channel = Enum.Parse<ChannelUse>((Of(flags.Channel)?.Text ?? "reused").Replace("-", "", StringComparison.Ordinal),
                ignoreCase: true),
            Threads = askedThreads ?? Math.Min(connections, Environment.ProcessorCount),
        };
        return new LoadSpec
        {
            Plan = plan,
            Target = called,
            Thresholds = thresholds,
            Info = PlanInfo.Of(called, plan, [.. parsed.GetValue(flags.Stage)!.Select(s => s.Text)], request),
            MaxErrors = maxErrors,
            StartAt = startAt,
            FindCapacity = parsed.GetValue(flags.FindCapacity),
            Folder = Path.Combine(console.Folder, Of(flags.Out)?.Text ?? "fathom-out"),
            Output = Of(flags.Output)?.Text ?? "summary",
            Quiet = parsed.GetValue(flags.Quiet),
            StopWithInput = parsed.GetValue(flags.StopWithInput),
            Command = flags.Repeat(target, parsed),
        };
    }

    private SettingValue? Of(Option<SettingValue?> flag) => parsed.GetValue(flag);

    private async Task<MixedMethod> ReadAsync(
        LoadMix entry, RequestSettings request, int seed, ServerTarget server, CancellationToken token)
    {
        var method = await new LoadMethodReader(request with { Data = entry.Data ?? request.Data }, null, flags.Schema, console, seed)
            .ReadAsync(entry.Path, server, parsed, token);
        return method.Kind == MethodKind.Unary ? new MixedMethod(method.Path, entry.Weight, method.Requests)
            : throw CommandException.Usage($"--mix: {method.Path[1..]} streams; accepted: unary methods");
    }

    private List<LoadThreshold> Thresholds()
    {
        List<LoadThreshold> thresholds = [.. parsed.GetValue(flags.Threshold)!.Select(t => LoadThreshold.TryParse(t.Text)
            ?? throw CommandException.Usage($"{t.Where}: '{t.Text}' is not a threshold; accepted: {LoadThreshold.Accepted}"))];
        if (parsed.GetValue(flags.FindCapacity) && Of(flags.Output) is { Text: not "summary" } output)
        {
            throw CommandException.Usage($"{output.Where}: '{output.Text}' is a form of one run; accepted with --find-capacity: summary");
        }

        return parsed.GetValue(flags.FindCapacity) && thresholds.Count == 0
            ? throw CommandException.Usage("--find-capacity: a threshold is missing that the rate must hold; set one, such as "
                + "--threshold 'p99<20ms'")
            : thresholds;
    }
}
