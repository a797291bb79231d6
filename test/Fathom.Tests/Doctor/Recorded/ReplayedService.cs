using System.Globalization;
using System.Text.Json.Nodes;
using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Outside;
using Fathom.Doctor.Services;
using Fathom.TestKit;

namespace Fathom.Tests.Doctor.Recorded;

/// <summary>Answers for a service as it was recorded: one probe observes all that the probes did, and each trial is the next recorded one
/// of its kind.</summary>
internal sealed class ReplayedService(RecordedService recorded, VirtualTime time) : IServiceProbe, IExaminedService
{
    private const double Rounding = 0.02;

    private readonly List<RecordedTrial> _left = [.. recorded.Trials];
    private readonly double _beganMs = recorded.Trials.FirstOrDefault(t => t.Began > 0)?.Began ?? 0;
    private double _passedMs;

    public string Describe(ProbeSession session) => "Asks what was recorded.";

    public Task ObserveAsync(ProbeSession session, CancellationToken cancellation)
    {
        time.Advance(TimeSpan.FromMilliseconds(recorded.ProbedFor));
        foreach (var observation in recorded.Seen.Observations())
        {
            Observe(session, observation);
        }

        session.PingStops = recorded.PingStops;
        session.NotSeen.AddRange(recorded.Seen.NotSeen ?? []);
        return Task.CompletedTask;
    }

    public Task<FoundServer> FindServerAsync(CancellationToken cancellation) =>
        Task.FromResult(new FoundServer(recorded.Processors, recorded.AnswersDirectly) { OthersBefore = recorded.OthersBefore });

    /// <summary>Makes the calls of a trial.</summary>
    public Task<ServiceTrialResult> RunAsync(ServiceTrial trial, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        var asked = RecordingService.Describe(trial);
        var found = _left.FirstOrDefault(t => IsAlike(t.Trial, asked)) ?? throw new InvalidOperationException(
            $"No further trial {asked.ToJsonString()} was recorded. {PlantRecorder.Again}");
        _left.Remove(found);
        // With what passed between trials: what did not fit into the budget then does not now.
        var untilMs = Math.Max(_passedMs, found.Began - _beganMs) + found.Total;
        time.Advance(TimeSpan.FromMilliseconds(untilMs - _passedMs));
        _passedMs = untilMs;
        return Task.FromResult(new ServiceTrialResult(
            found.Total, found.Calls, found.Ends ?? [], new BesideTimes(found.Pings ?? [], found.NoOps ?? [], found.Tcp))
        {
            BeganMs = found.Began,
            Server = found.Server,
            Before = found.Before,
            BeforeMs = found.BeforeMs,
        });
    }

    // A pause is computed from times, which are rounded where they were recorded.
    private static bool IsAlike(JsonObject recorded, JsonObject asked)
    {
        var (own, others) = (recorded.DeepClone().AsObject(), asked.DeepClone().AsObject());
        var (then, now) = (PauseOf(own), PauseOf(others));
        return JsonNode.DeepEquals(own, others) && Math.Abs(then - now) <= Rounding * then;
    }

    private static double PauseOf(JsonObject trial) => trial.Remove("pause_ms", out var between) ? between!.GetValue<double>()
        : trial.Remove("pause", out var before)
            ? TimeSpan.Parse(before!.GetValue<string>(), CultureInfo.InvariantCulture).TotalMilliseconds : 0;

    private static void Observe(ProbeSession session, Observation observation)
    {
        var probe = ((ObservationSource.Probe)observation.Source).Name;
        switch (observation)
        {
            case Observation<double> number:
                session.Observe(probe, number.Quantity, number.Value);
                break;
            case Observation<bool> yes:
                session.Observe(probe, yes.Quantity, yes.Value);
                break;
            case Observation<string> text:
                session.Observe(probe, text.Quantity, text.Value);
                break;
        }
    }
}
