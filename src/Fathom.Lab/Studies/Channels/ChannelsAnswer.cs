using Fathom.Lab.Findings;
using Fathom.Lab.Results;

namespace Fathom.Lab.Studies.Channels;

/// <summary>The answer of the study <c>channels</c> in one sentence.</summary>
internal static class ChannelsAnswer
{
    public static string From(RunRecord record)
    {
        var starved = record.Findings.FirstOrDefault(f => f.Id == "thread-pool-starvation");
        var perCall = record.Findings.Where(f => f.Id == "channel-per-call").Select(f => ChannelCost(record, f)).ToList();
        var channels = perCall.Count == 0 ? null : $"a channel per call makes calls {string.Join(" and ", perCall)} slower";
        var host = record.Findings.FirstOrDefault(f => f.Id == "host-share") is { } share
            ? $"the host takes {HostShare(record, share)} of a call's processor time" : null;
        var rest = string.Join(", and ", new[] { channels, host }.OfType<string>());
        return (starved, rest) switch
        {
            ({ } s, "") => Starvation(s) + ".",
            ({ } s, _) => $"{Starvation(s)}; where nothing is starved, {rest}.",
            (null, "") => "What was run supports no claim.",
            _ => $"What was run shows no starved thread pool; {rest}.",
        };
    }

    private static string HostShare(RunRecord record, Finding finding) =>
        $"{Say.Number(100 * HostShareRule.ShareIn(record.Trial(finding.Baseline)))} %";

    private static string Starvation(Finding finding) =>
        $"Not the host: blocking calls starve the client's thread pool, which makes the same calls {Times(finding)} slower";

    private static string ChannelCost(RunRecord record, Finding finding) =>
        $"{Times(finding)} ({(record.Trial(finding.Baseline).Factors["security"] == "tls" ? "TLS" : "plain")})";

    private static string Times(Finding finding) => $"{Say.Number(finding.Ratio.Value)} times";
}
