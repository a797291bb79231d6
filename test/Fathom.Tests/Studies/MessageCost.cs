using Fathom.Studies;
using Fathom.SubjectProtocol;

namespace Fathom.Tests.Studies;

/// <summary>What one message of a trial costs.</summary>
/// <param name="Microseconds">A message's share of the time.</param>
/// <param name="Prelude">What senders spend on certificates for one, microseconds.</param>
/// <param name="Connects">Whether each message has a connection of its own.</param>
internal sealed record MessageCost(double Microseconds, double Prelude, bool Connects)
{
    private const double Messages = 1000;

    public ReplicateFigures Figures(TrialPlan trial, double noise)
    {
        var bytes = trial.Levels["size"] switch
        {
            "0" => 0,
            "1k" => 1 << 10,
            "1M" => 1 << 20,
            _ => 10 << 20,
        };
        var cpu = Messages * Microseconds * noise / 2;
        return new ReplicateFigures(
            new ProcessFigures { Values = new Dictionary<string, double> { ["cpu_us"] = cpu, ["allocated_bytes"] = 1000 } },
            new ProcessFigures
            {
                Values = new Dictionary<string, double>
                {
                    ["wall_ms"] = Messages * Microseconds * noise / 1000,
                    ["calls"] = Messages,
                    ["payload_bytes"] = Messages * bytes,
                    ["prelude_us"] = Messages * Prelude * noise,
                    ["cpu_us"] = cpu,
                    ["connections"] = Connects ? Messages : 0,
                    ["allocated_bytes"] = 1000,
                    ["copy_mb_per_second"] = 4000,
                },
                Latency = [(Microseconds * 8, 1000)],
            });
    }
}
