using Fathom.Lab.Results;
using Fathom.Lab.Studies;
using Fathom.Lab.Studies.Channels;

namespace Fathom.Tests.Lab.Studies;

/// <summary>Runs of the study <c>channels</c> whose figures are made up.</summary>
internal static class ChannelsFigures
{
    public static RunRecord Run(Profile profile, Func<TrialPlan, int, ReplicateFigures> figures) =>
        Synthetic.Measure(StudyPlanner.Plan(ChannelsStudy.Spec, profile, 1), figures);

    public static ReplicateFigures WallAsMeasured(TrialPlan trial, int block) =>
        Synthetic.Figures(Wall(trial, block), starved: ChannelsDesign.Starves(trial.Levels), Connections(trial));

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

    private static readonly Dictionary<string, double> StarvedMilliseconds = new() { ["2"] = 9400, ["4"] = 6200, ["8"] = 2400 };
}
