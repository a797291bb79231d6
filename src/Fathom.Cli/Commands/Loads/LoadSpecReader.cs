using System.CommandLine;
using System.Globalization;
using Fathom.Cli.Commands.Calls;
using Fathom.Cli.Commands.Calls.Servers;
using Fathom.Cli.Commands.Loads.Requests;
using Fathom.Cli.Settings;
using Fathom.Load.Grpc;
using Fathom.Load.Grpc.Requests;
using Fathom.Load.Pacing;
using Fathom.Load.Plans;
using Fathom.Load.Schedules;
using Fathom.Load.Thresholds;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;

namespace Fathom.Cli.Commands.Loads;

/// <summary>Checks the flags of <c>fathom load</c> and makes a plan and a target of them.</summary>
internal sealed class LoadSpecReader(LoadFlags all, ParseResult parsed, FathomConsole console)
{
    private const int DefaultConcurrency = 50;
    private const int DefaultTotal = 200;
    private const int DefaultHttp1Connections = 100;

    private readonly LoadFlagValues _flags = all.Read(parsed);

    /// <summary>Reads the flags. What needs no server is checked first; then the server is asked what it speaks, and what the method
    /// is.</summary>
    public async Task<LoadSpec> ReadAsync(string target, CancellationToken token)
    {
        TargetAddress.Parse(target, plaintext: false, console.Folder);
        var mix = LoadMix.Read(_flags);
        var path = mix.Count > 0 ? mix[0].Path : MethodPath.Read(_flags.Setting("call"));
        var plan = Plan();
        var thresholds = Thresholds();
        // Every flag is read before the server is asked for the method: a wrong one is named although the server does not answer.
        var (askedConnections, askedThreads) = (_flags.Whole("connections", 1, 100_000), _flags.Whole("threads", 1, 1024));
        var deadline = _flags.Duration("deadline");
        var (streamFor, accepted) = (_flags.Duration("stream-for"), _flags.Statuses("accept-status"));
        var (maxErrors, startAt) = (_flags.Whole("max-errors", 0, int.MaxValue), _flags.Time("start-at"));
        var request = all.Request.Read(parsed);
        if (mix.Count(m => (m.Data ?? request.Data)?.Text is "@" or "@-") > 1)
        {
            throw CommandException.Usage("--data: standard input is read once, by one method; give the others of --mix theirs with "
                + "--mix-data METHOD=DATA");
        }

        var server = await all.Server.ReadAsync(target, parsed, console, token, plan.Seed);
        // HTTP/1.1 carries one call at a time on a connection.
        var connections = askedConnections
            ?? (server.Options.Protocol == WireProtocol.GrpcWebHttp1 ? plan.Concurrency ?? DefaultHttp1Connections : 1);
        var mixed = new List<MixedMethod>();
        foreach (var entry in mix)
        {
            mixed.Add(await ReadAsync(entry, request, plan.Seed, server, token));
        }

        var method = mixed.Count > 0 ? new LoadMethod(path, MethodKind.Unary, mixed[0].Requests, [])
            : await new LoadMethodReader(request, _flags.Setting("check"), all.Schema, console, plan.Seed)
                .ReadAsync(path, server, parsed, token);
        if (streamFor is not null && method.Kind == MethodKind.Unary)
        {
            throw CommandException.Usage($"--stream-for: {method.Path[1..]} is unary; accepted: methods that stream, or --deadline");
        }

        return new LoadSpec
        {
            Plan = plan,
            Target = new GrpcLoadTarget
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
                Channel = Enum.Parse<ChannelUse>((_flags.Text("channel") ?? "reused").Replace("-", "", StringComparison.Ordinal),
                    ignoreCase: true),
                Threads = askedThreads ?? Math.Min(connections, Environment.ProcessorCount),
            },
            Thresholds = thresholds,
            Stages = [.. _flags.List("stage").Select(s => s.Text)],
            Shard = _flags.Text("shard") ?? "1/1",
            MaxErrors = maxErrors,
            StartAt = startAt,
            FindCapacity = _flags.Has("find-capacity"),
            Folder = Path.Combine(console.Folder, _flags.Text("out") ?? "fathom-out"),
            Output = _flags.Text("output") ?? "summary",
            Quiet = _flags.Has("quiet"),
            StopWithInput = _flags.Has("stop-with-input"),
            Command = LoadCommandLine.Of(target, all, parsed, _flags),
        };
    }

    private async Task<MixedMethod> ReadAsync(
        LoadMix entry, RequestSettings request, int seed, ServerTarget server, CancellationToken token)
    {
        var method = await new LoadMethodReader(request with { Data = entry.Data ?? request.Data }, null, all.Schema, console, seed)
            .ReadAsync(entry.Path, server, parsed, token);
        return method.Kind == MethodKind.Unary ? new MixedMethod(method.Path, entry.Weight, method.Requests)
            : throw CommandException.Usage($"--mix: {method.Path[1..]} streams; accepted: unary methods");
    }

    private List<LoadThreshold> Thresholds()
    {
        List<LoadThreshold> thresholds = [.. _flags.List("threshold").Select(Threshold)];
        if (_flags.Has("find-capacity") && _flags.Setting("output") is { Text: not "summary" } output)
        {
            throw CommandException.Usage($"{output.Where}: '{output.Text}' is a form of one run; accepted with --find-capacity: summary");
        }

        return _flags.Has("find-capacity") && thresholds.Count == 0
            ? throw CommandException.Usage("--find-capacity: a threshold is missing that the rate must hold; set one, such as "
                + "--threshold 'p99<20ms'")
            : thresholds;
    }

    private LoadPlan Plan()
    {
        var rate = Profile();
        var (total, duration) = (_flags.Count("total"), _flags.Duration("duration"));
        if (total is null && duration is null && !_flags.Has("find-capacity") && _flags.List("stage").Count == 0)
        {
            total = DefaultTotal;
        }

        return new LoadPlan
        {
            Concurrency = _flags.Whole("concurrency", 1, 1_000_000)
                ?? (rate is null && !_flags.Has("find-capacity") ? DefaultConcurrency : null),
            Rate = rate,
            IsPoisson = _flags.Text("arrivals") == "poisson",
            Limits = new PlanLimits(total, duration, _flags.Whole("skip-first", 0, int.MaxValue) ?? 0),
            Seed = _flags.Whole("seed", 0, int.MaxValue) ?? 1,
            Slot = Slot(),
        };
    }

    private RateProfile? Profile()
    {
        var (rate, stages) = (_flags.Rate("rps"), _flags.List("stage"));
        if (rate is 0 && stages.Count == 0)
        {
            throw CommandException.Usage("--rps: '0' is no rate of calls; accepted: above 0");
        }

        try
        {
            return stages.Count > 0 ? RateProfile.Of(rate ?? 0, [.. stages.Select(Stage)]) : rate is { } constant
                ? RateProfile.Constant(constant) : null;
        }
        catch (ArgumentException)
        {
            throw CommandException.Usage($"--stage: {string.Join(", ", stages.Select(s => $"'{s.Text}'"))} have no calls; accepted: at "
                + "least one stage with a time and a rate above 0");
        }
    }

    private static RateStage Stage(SettingValue value) => value.Text.Split(':') is [var time, var rate]
        ? new RateStage(LoadFlagValues.ToDuration(time, value, allowZero: true), LoadFlagValues.ToRate(rate, value))
        : throw CommandException.Usage($"{value.Where}: '{value.Text}' is not of the form TIME:RATE, such as 30s:100");

    private static LoadThreshold Threshold(SettingValue value) => LoadThreshold.TryParse(value.Text)
        ?? throw CommandException.Usage($"{value.Where}: '{value.Text}' is not a threshold; accepted: {LoadThreshold.Accepted}");

    private PlanSlot Slot()
    {
        if (_flags.Setting("shard") is not { } value)
        {
            return PlanSlot.Whole;
        }

        return value.Text.Split('/') is [var part, var parts]
            && int.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out var index)
            && int.TryParse(parts, NumberStyles.None, CultureInfo.InvariantCulture, out var count) && index >= 1 && index <= count
            && count <= 10_000
            ? new PlanSlot(index - 1, count)
            : throw CommandException.Usage($"{value.Where}: '{value.Text}' is not of the form I/N with I from 1 to N, such as 1/4");
    }
}
