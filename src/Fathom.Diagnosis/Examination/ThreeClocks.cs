using Fathom.Diagnosis.Experiments;
using Fathom.Statistics;

namespace Fathom.Diagnosis.Examination;

/// <summary>PING, a no-op call and the call, one at a time and in turn. Each contains the one before, so that they cannot contradict each
/// other for what drifts.</summary>
/// <param name="Pings">Times of PING, ms; the round trip where it is not answered.</param>
/// <param name="NoOps">Times of no-op calls, ms.</param>
/// <param name="Calls">Times of calls, ms.</param>
internal sealed record ThreeClocks(IReadOnlyList<double> Pings, IReadOnlyList<double> NoOps, IReadOnlyList<double> Calls)
{
    private const int MaxRounds = 16;
    private const int MinRounds = 5;
    private const double RoundsMs = 4_000;

    /// <summary>Processor time of the server's process for a call, at most, ms; null where it is not read.</summary>
    public double? ComputedMs { get; private init; }

    /// <summary>What half of the calls take, ms.</summary>
    public double CallMs => Sample.Median([.. Calls]);

    /// <summary>Times them.</summary>
    /// <param name="service">The service.</param>
    /// <param name="roundTripMs">The round trip where PING is not answered, ms.</param>
    /// <param name="cancellation">Ends it.</param>
    public static async Task<ThreeClocks> TimeAsync(IServiceUnderTest service, double roundTripMs, CancellationToken cancellation)
    {
        var (pings, noOps, calls) = (new List<double>(), new List<double>(), new List<double>());
        var (spent, computed) = (0.0, (double?)ServerUse.TickMs);
        for (var i = 0; i < MaxRounds && (i < MinRounds || spent < RoundsMs); i++)
        {
            var ping = (await service.RunAsync(new ServiceTrial { IsPing = true }, cancellation)).TotalMs;
            var noOp = (await service.RunAsync(new ServiceTrial { IsNoOp = true }, cancellation)).TotalMs;
            var trial = await service.RunAsync(new ServiceTrial(), cancellation);
            var call = trial.TotalMs;
            computed += trial.Server?.CpuMs;
            pings.Add(ping > 0 ? ping : roundTripMs);
            noOps.Add(noOp);
            calls.Add(call);
            spent += ping + noOp + call;
        }

        return new(pings, noOps, calls) { ComputedMs = computed / calls.Count };
    }
}
