using Fathom.Records;
using Fathom.Studies;
using Fathom.Studies.Lag;
using Fathom.SubjectProtocol;

namespace Fathom.Tests.Studies;

/// <summary>Runs of the study <c>lag</c> whose figures are made up: each cause binds in its own trials.</summary>
internal static class LagFigures
{
    public static RunRecord Run(
        Profile profile, Func<TrialPlan, IReadOnlyDictionary<string, double>> packets, Func<TrialPlan, double>? wall = null) =>
        Synthetic.Measure(StudyPlanner.Plan(LagStudy.Spec, profile, 1), (trial, block) =>
            Synthetic.Figures((wall ?? Wall)(trial) * (1 + (0.01 * block)))
                with { Link = new ProcessFigures { Values = packets(trial) } });

    public static Dictionary<string, double> Packets(TrialPlan trial)
    {
        var levels = trial.Levels;
        var segments = (levels["size"] == "256k" ? 64 : 256) / (levels["segment"] == "4096" ? 1 : 16);
        return new Dictionary<string, double>
        {
            ["bytes_per_round_trip"] = Waits(levels) ? (levels["segment"] == "4096" ? 4104 : 65544)
                : levels["protocol"] == "grpc-upload" ? 409_600
                : levels["client_window"] == "65535-fixed" ? 65_535
                : 12_500,
            ["busy_round_trips"] = Waits(levels) ? segments + (!Pinged(levels) ? 0 : levels["size"] == "256k" ? 28 : 96) : 20,
            ["segments_sent_again"] = levels["loss"] == "2%" ? 15 : 0,
            ["segments"] = 724,
            ["segment_bytes_max"] = levels["mtu"] == "1500" ? 1448 : 65483,
            ["growing_round_trips"] = 6,
        };
    }

    private static double Wall(TrialPlan trial)
    {
        var levels = trial.Levels;
        var waits = Waits(levels);
        return waits && levels["segment"] == "4096" ? (levels["size"] == "256k" ? 34_000 : 136_000) * (Pinged(levels) ? 1.4 : 1)
            : waits ? 9_500
            : levels["loss"] == "2%" && levels["mtu"] == "1500" ? 42_000
            : levels["connection"] == "connected" ? 4_000
            : levels["client_window"] == "65535-fixed" ? 8_500
            : levels["protocol"] == "grpc-upload" && levels["server_window"] == "default" ? 11_000
            : levels["connection"] == "warm" && levels["protocol"] == "h2c" && levels["client_window"] == "default" ? 2_400
            : 1_000;
    }

    private static bool Pinged(FactorLevels levels) => levels["protocol"] != "http1" && levels["client_window"] == "default";

    private static bool Waits(FactorLevels levels) => levels["host"] == "httpsys-model"
        && (levels["write"] == "Write" || levels["protocol"].StartsWith("grpc", StringComparison.Ordinal));
}
