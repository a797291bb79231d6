using Fathom.Lab.Findings;
using Fathom.Lab.Results;

namespace Fathom.Lab.Studies.Channels;

/// <summary>The answer of the study <c>channels</c> in one sentence.</summary>
internal static class ChannelsAnswer
{
    public static string From(IReadOnlyList<Finding> findings)
    {
        var starved = findings.FirstOrDefault(f => f.Id == "thread-pool-starvation");
        var channel = findings.FirstOrDefault(f => f.Id == "channel-per-call");
        return (starved, channel) switch
        {
            ({ } s, { } c) => $"Not the host: blocking calls starve the client's thread pool, which makes the same calls {Times(s)} slower; a channel per call costs another {Times(c)} when nothing is starved.",
            ({ } s, null) => $"Not the host: blocking calls starve the client's thread pool, which makes the same calls {Times(s)} slower.",
            (null, { } c) => $"What was run shows no starved thread pool; a channel per call makes the calls {Times(c)} slower.",
            _ => "What was run supports no claim.",
        };
    }

    private static string Times(Finding finding) => $"{Say.Number(finding.Ratio.Value)} times";
}
