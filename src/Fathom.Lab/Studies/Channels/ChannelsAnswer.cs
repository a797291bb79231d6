using Fathom.Lab.Causes.ChannelPerCall;
using Fathom.Lab.Causes.HostShare;
using Fathom.Lab.Causes.ThreadPoolStarvation;
using Fathom.Lab.Observations;

namespace Fathom.Lab.Studies.Channels;

/// <summary>The answer of the study <c>channels</c> in one sentence.</summary>
internal static class ChannelsAnswer
{
    public static string From(MeasuredStudy study)
    {
        var starved = study.Of(ThreadPoolStarvationCause.Name).FirstOrDefault();
        var perCall = study.Of(ChannelPerCallCause.Name).Select(ChannelText).ToList();
        var channels = perCall.Count == 0 ? null : $"a channel per call makes calls {string.Join(" and ", perCall)} slower";
        var host = study.Of(HostShareCause.Name).FirstOrDefault() is { } share
            ? $"the host takes {FigureText.Number(100 * HostShareCause.ShareIn(share.Baseline.Evidence))} % of a call's processor time"
            : null;
        var rest = string.Join(", and ", new[] { channels, host }.OfType<string>());
        return (starved, rest) switch
        {
            ({ } s, "") => StarvationText(s) + ".",
            ({ } s, _) => $"{StarvationText(s)}; where nothing is starved, {rest}.",
            (null, "") => "What was run supports no claim.",
            _ => $"What was run shows no starved thread pool; {rest}.",
        };
    }

    private static string StarvationText(MeasuredFinding finding) =>
        $"Not the host: blocking calls starve the client's thread pool, which makes the same calls {TimesText(finding)} slower";

    private static string ChannelText(MeasuredFinding finding) =>
        $"{TimesText(finding)} ({(finding.Baseline.Levels.Has(ChannelsFactors.Tls) ? "TLS" : "plain")})";

    private static string TimesText(MeasuredFinding finding) => $"{FigureText.Number(finding.Pair.Ratio.Value)} times";
}
