using System.Globalization;
using Fathom.Cli.Settings;
using Fathom.Load.Grpc;
using Fathom.Load.Grpc.Requests;
using Fathom.Load.Pacing;
using Fathom.Load.Plans;
using Fathom.Load.Schedules;
using Fathom.Load.Thresholds;
using Fathom.Transport.Calls;

namespace Fathom.Cli.Commands.Loads;

/// <summary>Checks the flags of <c>fathom load</c> and makes a plan and a target of them.</summary>
internal sealed class LoadSpecReader(LoadFlagValues flags, FathomConsole console)
{
    private const int DefaultConcurrency = 50;
    private const int DefaultTotal = 200;

    public LoadSpec Read(string target)
    {
        var address = LoadTargetText.ToAddress(target, flags.Has("plaintext"));
        var plan = Plan();
        var connections = flags.Whole("connections", 1, 100_000) ?? 1;
        var kind = Enum.Parse<MethodKind>(Words(flags.Text("kind") ?? "unary").Replace("duplex", "DuplexStreaming",
            StringComparison.Ordinal), ignoreCase: true);
        var data = new LoadData(flags, console.Folder);
        var spec = new LoadSpec
        {
            Plan = plan,
            Target = new GrpcLoadTarget
            {
                Address = address,
                Path = LoadTargetText.ToPath(flags.Setting("call")),
                Kind = kind,
                Requests = new FixedMessages([data.Request()], kind is MethodKind.ClientStreaming or MethodKind.DuplexStreaming),
                ExpectedReply = data.ExpectedReply(),
                Metadata = LoadTargetText.ToMetadata(flags.List("metadata")),
                Deadline = flags.Duration("deadline"),
                Tls = LoadTls.Read(flags, address, console.Folder),
                Connections = connections,
                Channel = Enum.Parse<ChannelUse>(Words(flags.Text("channel") ?? "reused"), ignoreCase: true),
                Threads = flags.Whole("threads", 1, 1024) ?? Math.Min(connections, Environment.ProcessorCount),
            },
            Thresholds = [.. flags.List("threshold").Select(Threshold)],
            Stages = [.. flags.List("stage").Select(s => s.Text)],
            Shard = flags.Text("shard") ?? "1/1",
            MaxErrors = flags.Whole("max-errors", 0, int.MaxValue),
            FindCapacity = flags.Has("find-capacity"),
            Folder = Path.Combine(console.Folder, flags.Text("out") ?? "fathom-out"),
            Output = flags.Text("output") ?? "summary",
            Quiet = flags.Has("quiet"),
            Command = LoadCommandLine.Of(target, flags),
        };
        return spec.FindCapacity && spec.Thresholds.Count == 0
            ? throw CommandException.Usage("--find-capacity: a threshold is missing that the rate must hold; set one, such as "
                + "--threshold 'p99<20ms'")
            : spec;
    }

    private static string Words(string text) => text.Replace("-", "", StringComparison.Ordinal);

    private LoadPlan Plan()
    {
        var rate = Profile();
        var (total, duration) = (flags.Count("total"), flags.Duration("duration"));
        if (total is null && duration is null && !flags.Has("find-capacity") && flags.List("stage").Count == 0)
        {
            total = DefaultTotal;
        }

        return new LoadPlan
        {
            Concurrency = flags.Whole("concurrency", 1, 1_000_000)
                ?? (rate is null && !flags.Has("find-capacity") ? DefaultConcurrency : null),
            Rate = rate,
            IsPoisson = flags.Text("arrivals") == "poisson",
            Limits = new PlanLimits(total, duration, flags.Whole("skip-first", 0, int.MaxValue) ?? 0),
            Seed = flags.Whole("seed", 0, int.MaxValue) ?? 1,
            Slot = Slot(),
        };
    }

    private RateProfile? Profile()
    {
        var (rate, stages) = (flags.Rate("rps"), flags.List("stage"));
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
        if (flags.Setting("shard") is not { } value)
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
