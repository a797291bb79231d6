using Fathom.Cli.Commands.Calls;
using Fathom.Load.Grpc;
using Fathom.Load.Plans;
using Fathom.Records.Loads;
using Fathom.Wire.Grpc;

namespace Fathom.Cli.Commands.Loads;

/// <summary>Describes a plan for its record.</summary>
internal static class PlanInfo
{
    /// <summary>What a run does.</summary>
    /// <param name="target">What it calls.</param>
    /// <param name="plan">When, and how often.</param>
    /// <param name="stages">The stages of the rate, as they were written.</param>
    /// <param name="request">What the method is sent.</param>
    public static LoadPlanInfo Of(GrpcLoadTarget target, LoadPlan plan, IReadOnlyList<string> stages, RequestSettings request) => new()
    {
        Call = target.Mix.Count == 0 ? target.Path[1..] : string.Join(", ", target.Mix.Select(m => $"{m.Path[1..]}:{m.Weight}")),
        Kind = MethodKinds.NameOf(target.Kind),
        Tls = target.Server.UsesTls,
        Arrivals = plan.Rate is null ? "closed" : plan.IsPoisson ? "poisson" : "constant",
        Concurrency = plan.Concurrency,
        Rate = plan.Rate?.StartRate,
        Stages = stages,
        Connections = target.Connections,
        Channel = target.Channel switch { ChannelUse.Reused => "reused", ChannelUse.New => "new", _ => "per-call" },
        Threads = target.Threads,
        DeadlineSeconds = target.Deadline?.TotalSeconds,
        StreamForSeconds = target.StreamFor?.TotalSeconds,
        SkipFirst = plan.Limits.WarmUp > 0 ? plan.Limits.WarmUp : null,
        DataFormat = request.Data is null ? null : request.Format,
        ChecksReplies = target.ExpectedReplies.Count > 0,
        AcceptedStatuses = target.AcceptedStatuses.Count == 0 ? null
            : [.. target.AcceptedStatuses.Order().Select(s => s.CanonicalName())],
        Seed = plan.Seed,
        Shard = $"{plan.Slot.Index + 1}/{plan.Slot.Count}",
    };
}
