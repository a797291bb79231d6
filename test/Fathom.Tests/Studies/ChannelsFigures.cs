using Fathom.Records;
using Fathom.Studies;
using Fathom.Studies.Channels;
using Fathom.SubjectProtocol;

namespace Fathom.Tests.Studies;

/// <summary>Runs of the study <c>channels</c> whose figures are made up.</summary>
internal static class ChannelsFigures
{
    public static RunRecord Run(Profile profile, Func<TrialPlan, int, ReplicateFigures> figures) =>
        Synthetic.Measure(StudyPlanner.Plan(ChannelsStudy.Spec, profile, 1), figures);

    public static ReplicateFigures WallAsMeasured(TrialPlan trial, int block) =>
        trial.Levels["order"] == "published" ? PublishedOrder(trial, block)
            : Synthetic.Figures(Wall(trial, block), starved: ChannelsDesign.Starves(trial.Levels), Connections(trial));

    public static double Connections(TrialPlan trial) => trial.Levels["channel"] == "new" ? 500 : 1;

    public static double Wall(TrialPlan trial, int block)
    {
        var levels = trial.Levels;
        var jitter = 1 + (0.01 * block);
        return levels["schedule"] == "sequential"
            ? jitter * (levels["channel"] == "reused" ? 200 : levels["disposal"] == "wait" ? 2500 : levels["security"] == "tls" ? 3000
                : 1000)
            : jitter * (ChannelsDesign.Starves(levels) ? StarvedMilliseconds[levels["processors"]] : 111);
    }

    // Every second last part is slow on .NET Core 3.1, unless the pool has its threads.
    private static ReplicateFigures PublishedOrder(TrialPlan trial, int block)
    {
        var figures = Synthetic.Figures(10_000, starved: true);
        var isSlow = trial.Levels["runtime"] == "3.1" && trial.Levels["min_threads"] == "default" && block % 2 == 0;
        var values = new Dictionary<string, double>(figures.Client.Values);
        foreach (var (part, ms) in ReportedValues.PublishedOrder.Zip([1000.0, 200, 6000, isSlow ? 4000 + block : 80 + block]))
        {
            (values[part.Duration.Name], values[part.ThreadsAtStart.Name]) = (ms, 50);
        }

        return figures with { Client = figures.Client with { Values = values } };
    }

    private static readonly Dictionary<string, double> StarvedMilliseconds = new() { ["2"] = 9400, ["4"] = 6200, ["8"] = 2400 };
}
