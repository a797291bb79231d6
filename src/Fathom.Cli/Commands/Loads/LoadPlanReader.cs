using System.CommandLine;
using System.Globalization;
using Fathom.Cli.Settings;
using Fathom.Load.Pacing;
using Fathom.Load.Plans;
using Fathom.Load.Schedules;

namespace Fathom.Cli.Commands.Loads;

/// <summary>Makes the plan of a run of the flags of <c>fathom load</c>.</summary>
internal static class LoadPlanReader
{
    private const int DefaultConcurrency = 50;
    private const int DefaultTotal = 200;

    public static LoadPlan Read(LoadFlags flags, ParseResult parsed)
    {
        var rate = Profile(parsed.GetValue(flags.Rate).Rate(), parsed.GetValue(flags.Stage)!);
        var (total, duration) = (parsed.GetValue(flags.Total).Count(), parsed.GetValue(flags.Duration).Duration());
        var findsCapacity = parsed.GetValue(flags.FindCapacity);
        if (total is null && duration is null && !findsCapacity && parsed.GetValue(flags.Stage)!.Count == 0)
        {
            total = DefaultTotal;
        }

        return new LoadPlan
        {
            Concurrency = parsed.GetValue(flags.Concurrency).Whole(1, 1_000_000)
                ?? (rate is null && !findsCapacity ? DefaultConcurrency : null),
            Rate = rate,
            IsPoisson = parsed.GetValue(flags.Arrivals)?.Text == "poisson",
            Limits = new PlanLimits(total, duration, parsed.GetValue(flags.SkipFirst).Whole(0, int.MaxValue) ?? 0),
            Seed = parsed.GetValue(flags.Seed).Whole(0, int.MaxValue) ?? 1,
            Slot = parsed.GetValue(flags.Shard) is { } shard ? Slot(shard) : PlanSlot.Whole,
        };
    }

    private static RateProfile? Profile(double? rate, IReadOnlyList<SettingValue> stages)
    {
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
        ? new RateStage(LoadValues.ToDuration(time, value, allowZero: true), LoadValues.ToRate(rate, value))
        : throw CommandException.Usage($"{value.Where}: '{value.Text}' is not of the form TIME:RATE, such as 30s:100");

    private static PlanSlot Slot(SettingValue value) => value.Text.Split('/') is [var part, var parts]
        && int.TryParse(part, NumberStyles.None, CultureInfo.InvariantCulture, out var index)
        && int.TryParse(parts, NumberStyles.None, CultureInfo.InvariantCulture, out var count) && index >= 1 && index <= count
        && count <= 10_000
        ? new PlanSlot(index - 1, count)
        : throw CommandException.Usage($"{value.Where}: '{value.Text}' is not of the form I/N with I from 1 to N, such as 1/4");
}
