using Fathom.Records;
using Fathom.Studies;
using Fathom.Studies.Compression;
using Fathom.SubjectProtocol;

namespace Fathom.Tests.Studies;

/// <summary>Quick runs of the study <c>compression</c> whose figures are made up.</summary>
internal static class CompressionFigures
{
    private const double Bytes = 4_050_007;
    private static readonly StudyPlan Plan = StudyPlanner.Plan(CompressionStudy.Spec, Profile.Quick, 1);

    public static RunRecord Run(Func<TrialPlan, int, ReplicateFigures> figures) => Synthetic.Measure(Plan, figures);

    public static ReplicateFigures Figures(TrialPlan trial, int block) => Figures(trial);

    public static ReplicateFigures Figures(TrialPlan trial, double? wallMs = null, bool savesRandom = false,
        string failure = "ResourceExhausted")
    {
        double calls = (int)trial.Setup.Workload["calls"]!;
        var compresses = trial.Levels["compression"] != "none";
        var saves = compresses && (trial.Levels["payload"] != "random" || savesRandom);
        var oversized = trial.Levels["payload"] == "oversized";
        var messages = calls * (trial.Levels["shape"] == "stream" ? 5000.0 : 1);
        var bytes = oversized ? (trial.Levels["shape"] == "stream" ? 5000 * 979.0 : 4_860_007) : Bytes;
        var fails = oversized && trial.Levels["shape"] == "one";
        return new ReplicateFigures(
            new ProcessFigures
            {
                Values = new Dictionary<string, double>
                {
                    ["cpu_us"] = calls * (compresses ? 45_000 : 3000),
                    ["sent_messages"] = messages,
                    ["sent_compressed"] = saves ? messages : 0,
                    ["sent_plain_bytes"] = calls * bytes,
                    ["sent_codec_us"] = compresses ? calls * bytes / 100 : 0,
                    ["received_codec_us"] = 0,
                },
            },
            new ProcessFigures
            {
                Values = new Dictionary<string, double>
                {
                    ["wall_ms"] = wallMs ?? (calls * (compresses ? 60 : 6)),
                    ["calls"] = calls,
                    ["cpu_us"] = calls * 5000,
                    ["received_messages"] = fails ? 0 : messages,
                    ["received_compressed"] = saves ? messages : 0,
                    ["received_plain_bytes"] = fails ? 0 : calls * bytes,
                    ["received_wire_bytes"] = fails ? 0 : calls * bytes * (saves ? 0.01 : 1),
                    ["sent_codec_us"] = 0,
                    ["received_codec_us"] = saves ? calls * bytes / 300 : 0,
                },
                Errors = fails ? new Dictionary<string, int> { [failure] = (int)calls } : new Dictionary<string, int>(),
            });
    }
}
