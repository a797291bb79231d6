using System.Diagnostics;
using System.Text.Json.Nodes;
using Fathom.Diagnosis.Experiments;
using Fathom.Doctor.Probes.Outside;
using Fathom.Doctor.Services;

namespace Fathom.Tests.Doctor.Recorded;

/// <summary>The last probe of a service, which records what the others observed, and the trials that follow.</summary>
internal sealed class RecordingService(string method) : IServiceProbe, IExaminedService
{
    private static readonly JsonObject Usual = RecordedExamination.Json(new ServiceTrial());

    private readonly long _began = Stopwatch.GetTimestamp();
    private readonly List<RecordedTrial> _trials = [];
    private RecordedService? _probed;
    private ProbedService? _service;

    /// <summary>What was recorded; null where the probes did not come to their end.</summary>
    public RecordedService? Recorded => _probed is null ? null : _probed with { Trials = _trials };

    /// <summary>A trial as records have it: what differs from one call.</summary>
    public static JsonObject Describe(ServiceTrial trial) => new(RecordedExamination.Json(trial)
        .Where(p => !JsonNode.DeepEquals(p.Value, Usual[p.Key])).Select(p => KeyValuePair.Create(p.Key, p.Value?.DeepClone())));

    /// <summary>Records a live service.</summary>
    public IExaminedService Open(ProbeSession session)
    {
        _service = new ProbedService(session, process: null);
        return this;
    }

    public string Describe(ProbeSession session) => "Records what was observed.";

    public Task ObserveAsync(ProbeSession session, CancellationToken cancellation)
    {
        _probed = new RecordedService(
            method, Stopwatch.GetElapsedTime(_began).TotalMilliseconds, RecordedWatch.Of(session.Observations, [.. session.NotSeen]))
        {
            PingStops = session.PingStops is { } stops ? Rounded(stops) : null,
        };
        return Task.CompletedTask;
    }

    public async Task<FoundServer> FindServerAsync(CancellationToken cancellation)
    {
        var found = await _service!.FindServerAsync(cancellation);
        _probed = _probed! with
        {
            Processors = found.Processors, OthersBefore = found.OthersBefore is { } others ? Rounded(others) : null,
            AnswersDirectly = found.AnswersDirectly,
        };
        return found;
    }

    /// <summary>Makes the calls of a trial, and records them.</summary>
    public async Task<ServiceTrialResult> RunAsync(ServiceTrial trial, CancellationToken cancellation)
    {
        var result = await _service!.RunAsync(trial, cancellation);
        _trials.Add(new RecordedTrial(Describe(trial), Rounded(result.TotalMs), Rounded(result.CallMs))
        {
            Ends = trial.AtOnce > 1 ? Rounded(result.EndMs) : null,
            Began = Rounded(result.BeganMs),
            Server = Rounded(result.Server),
            Before = Rounded(result.Before),
            BeforeMs = Rounded(result.BeforeMs),
            Pings = result.Beside.Pings.Count == 0 ? null : Rounded(result.Beside.Pings),
            NoOps = result.Beside.NoOps.Count == 0 ? null : Rounded(result.Beside.NoOps),
            Tcp = result.Beside.Tcp is { } tcp ? Rounded(tcp) : null,
        });
        return result;
    }

    private static ServerUse? Rounded(ServerUse? use) => use is null ? null : use with
    {
        CpuMs = Rounded(use.CpuMs), WaitedMs = use.WaitedMs is { } waited ? Rounded(waited) : null, CallerMs = Rounded(use.CallerMs),
    };

    private static double Rounded(double ms) => Math.Round(ms, 3);

    private static List<double> Rounded(IEnumerable<double> ms) => [.. ms.Select(Rounded)];
}
