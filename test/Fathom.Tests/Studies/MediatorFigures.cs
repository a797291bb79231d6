using Fathom.Records;
using Fathom.Studies;
using Fathom.Studies.Mediator;

namespace Fathom.Tests.Studies;

/// <summary>Runs of the study <c>mediator</c> whose figures are made up.</summary>
internal static class MediatorFigures
{
    public const double InLock = 24_000;

    public static MessageCost AsPublished(TrialPlan trial)
    {
        var levels = trial.Levels;
        var loads = levels["certificate"] == "per-call";
        var large = levels["size"] == "10M";
        var free = large ? (levels["tls"] == "off" ? 20_000.0 : 60_000) : levels["channel"] == "per-call" ? 2000 : levels["warm_up"] == "0"
            ? 35_000 : 80;
        return new MessageCost(
            (loads ? InLock / (levels["lock"] == "none" ? 2 : 1) : 0) + free,
            loads ? InLock : 0.1,
            levels["channel"] == "per-call");
    }

    public static RunRecord Run(Profile profile, Func<TrialPlan, MessageCost> cost) => Synthetic.Measure(
        StudyPlanner.Plan(MediatorStudy.Spec, profile, 1), (trial, block) => cost(trial).Figures(trial, 1 + (0.01 * block)));

    public static Finding Found(RunRecord record, string id) => record.Findings.Where(f => f.Id == id).ShouldHaveSingleItem();
}
