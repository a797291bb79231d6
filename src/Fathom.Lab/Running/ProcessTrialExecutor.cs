using System.Text.Json.Nodes;
using Fathom.Lab.Results;
using Fathom.Lab.Studies;

namespace Fathom.Lab.Running;

/// <summary>
/// A replicate in fresh child processes, and at the ends of a fresh link where the trial asks for one: start the server and the client,
/// warm both up, let the server begin to count, run the workload, collect both figures, end both.
/// </summary>
/// <param name="catalog">Where the subjects are.</param>
/// <param name="patience">How long a silent subject is waited for; null for the default.</param>
public sealed class ProcessTrialExecutor(SubjectCatalog catalog, SubjectPatience? patience = null) : ITrialExecutor
{
    private readonly SubjectPatience _patience = patience ?? new SubjectPatience();

    /// <inheritdoc/>
    public async Task<ReplicateOutcome> ExecuteAsync(TrialPlan trial, int block, CancellationToken cancellation)
    {
        try
        {
            return new ReplicateOutcome.Measured(await MeasureAsync(trial, block, cancellation));
        }
        catch (SubjectException e)
        {
            return new ReplicateOutcome.Failed(new TrialFailure(trial.Id, block, e.Side, e.Stage, e.Message, e.StandardError));
        }
    }

    private async Task<ReplicateFigures> MeasureAsync(TrialPlan trial, int block, CancellationToken cancellation)
    {
        await using var place = await TrialPlace.OpenAsync(trial.Setup, block, cancellation);
        var figures = await MeasureAsync(trial, place, cancellation);
        return figures with { Link = await place.CloseAsync(figures.Client, cancellation) };
    }

    private async Task<ReplicateFigures> MeasureAsync(TrialPlan trial, TrialPlace place, CancellationToken cancellation)
    {
        var setup = trial.Setup;
        // Both begin at once and end at once: a second processor starts the other, and ends it.
        await using var both = await SubjectPair.StartAsync(catalog, setup, place, _patience);
        var (server, client) = (both.Server, both.Client);
        var listening = await server.Expect<SubjectReply.Ready>("start", null, _patience.ToStart, cancellation);
        await client.Expect<SubjectReply.Ready>("start", null, _patience.ToStart, cancellation);

        var workload = (JsonObject)setup.Workload.DeepClone();
        workload["target"] = listening.Address;
        workload["certificate"] = listening.Certificate;

        var patience = _patience.ToRun(trial.Policy.ExpectedSeconds);
        await client.Expect<SubjectReply.Warm>("run", "warm " + workload.ToJsonString(), patience, cancellation);
        await server.Expect<SubjectReply.Begun>("run", "begin", _patience.ToReport, cancellation);
        var ofClient = await client.Expect<SubjectReply.Figures>("run", "run " + workload.ToJsonString(), patience, cancellation);
        var ofServer = await server.Expect<SubjectReply.Figures>("report", "end", _patience.ToReport, cancellation);
        return new ReplicateFigures(ofServer.Content, ofClient.Content);
    }
}
