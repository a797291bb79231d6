using System.Text.Json.Nodes;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Outside;
using Fathom.TestKit;

namespace Fathom.Tests.Doctor.Recorded;

/// <summary>Answers for a service as it was recorded: one probe observes all that the probes did, and each trial is the next recorded one
/// of its kind.</summary>
internal sealed class ReplayedService(RecordedService recorded, VirtualTime time) : IServiceProbe
{
    private readonly List<RecordedTrial> _left = [.. recorded.Trials];

    public string Asks(ProbeSession session) => "Asks what was recorded.";

    public Task ObserveAsync(ProbeSession session, CancellationToken cancellation)
    {
        time.Advance(TimeSpan.FromMilliseconds(recorded.ProbedFor));
        foreach (var observation in recorded.Seen.Observations())
        {
            Observe(session, observation);
        }

        session.NotSeen.AddRange(recorded.Seen.NotSeen ?? []);
        return Task.CompletedTask;
    }

    /// <summary>Makes the calls of a trial.</summary>
    public Task<ServiceTrialResult> TryAsync(ProbeSession session, ServiceTrial trial, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        var asked = RecordingService.Describe(trial);
        var found = _left.FirstOrDefault(t => JsonNode.DeepEquals(t.Trial, asked)) ?? throw new InvalidOperationException(
            $"No further trial {asked.ToJsonString()} was recorded. {PlantRecorder.Again}");
        _left.Remove(found);
        return Task.FromResult(new ServiceTrialResult(
            found.Total, found.Calls, [], [], new BesideTimes(found.Pings ?? [], found.NoOps ?? [], found.Tcp)));
    }

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
