using System.Diagnostics;
using System.Text.Json.Nodes;
using Fathom.Doctor.Probes.Outside;

namespace Fathom.Tests.Doctor.Recorded;

/// <summary>The last probe of a service, which records what the others observed, and the trials that follow.</summary>
internal sealed class RecordingService(string method) : IServiceProbe
{
    private static readonly JsonObject Usual = RecordedExamination.Json(new ServiceTrial());

    private readonly long _began = Stopwatch.GetTimestamp();
    private readonly List<RecordedTrial> _trials = [];
    private RecordedService? _probed;

    /// <summary>What was recorded; null where the probes did not come to their end.</summary>
    public RecordedService? Recorded => _probed is null ? null : _probed with { Trials = _trials };

    /// <summary>A trial as records have it: what differs from one call.</summary>
    public static JsonObject Describe(ServiceTrial trial) => new(RecordedExamination.Json(trial)
        .Where(p => !JsonNode.DeepEquals(p.Value, Usual[p.Key])).Select(p => KeyValuePair.Create(p.Key, p.Value?.DeepClone())));

    public string Asks(ProbeSession session) => "Records what was observed.";

    public Task ObserveAsync(ProbeSession session, CancellationToken cancellation)
    {
        _probed = new RecordedService(
            method, Stopwatch.GetElapsedTime(_began).TotalMilliseconds, RecordedWatch.Of(session.Observations, [.. session.NotSeen]));
        return Task.CompletedTask;
    }

    /// <summary>Makes the calls of a trial, and records them.</summary>
    public async Task<ServiceTrialResult> TryAsync(ProbeSession session, ServiceTrial trial, CancellationToken cancellation)
    {
        var result = await TrialRunner.RunAsync(session, trial, cancellation);
        _trials.Add(new RecordedTrial(Describe(trial), Rounded(result.TotalMs), Rounded(result.CallMs))
        {
            Pings = result.Beside.Pings.Count == 0 ? null : Rounded(result.Beside.Pings),
            NoOps = result.Beside.NoOps.Count == 0 ? null : Rounded(result.Beside.NoOps),
            Tcp = result.Beside.Tcp is { } tcp ? Rounded(tcp) : null,
        });
        return result;
    }

    private static double Rounded(double ms) => Math.Round(ms, 3);

    private static List<double> Rounded(IEnumerable<double> ms) => [.. ms.Select(Rounded)];
}
