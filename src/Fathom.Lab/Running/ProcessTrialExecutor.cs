using System.Text.Json.Nodes;
using Fathom.Lab.Results;
using Fathom.Lab.Studies;

namespace Fathom.Lab.Running;

/// <summary>
/// A replicate in fresh child processes: start the server, start the client, let the server begin to count, run the workload,
/// collect both figures, end both.
/// </summary>
/// <param name="catalog">Where the subjects are.</param>
public sealed class ProcessTrialExecutor(SubjectCatalog catalog) : ITrialExecutor
{
    private static readonly TimeSpan ToStart = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan ToReport = TimeSpan.FromSeconds(10);

    /// <inheritdoc/>
    public async Task<ReplicateOutcome> ExecuteAsync(TrialPlan trial, int block, CancellationToken cancellation)
    {
        try
        {
            return new ReplicateOutcome.Measured(await MeasureAsync(trial, cancellation));
        }
        catch (SubjectException e)
        {
            return new ReplicateOutcome.Failed(new TrialFailure(trial.Id, block, e.Side, e.Stage, e.Message, e.StandardError));
        }
    }

    private async Task<ReplicateFigures> MeasureAsync(TrialPlan trial, CancellationToken cancellation)
    {
        var setup = trial.Setup;
        await using var server = SubjectProcess.Start(catalog, "server", setup.Server);
        var listening = await server.Expect<SubjectReply.Ready>("start", null, ToStart, cancellation);
        await using var client = SubjectProcess.Start(catalog, "client", setup.Client);
        await client.Expect<SubjectReply.Ready>("start", null, ToStart, cancellation);

        var workload = (JsonObject)setup.Workload.DeepClone();
        workload["target"] = listening.Address;
        workload["certificate"] = listening.Certificate;

        // Thirty times the expected time and half a minute on top: a child that hangs is ended, a slow machine is not.
        var toRun = TimeSpan.FromSeconds(30 + (30 * trial.Policy.ExpectedSeconds));
        await server.Expect<SubjectReply.Begun>("run", "begin", ToReport, cancellation);
        var ofClient = await client.Expect<SubjectReply.Figures>("run", "run " + workload.ToJsonString(), toRun, cancellation);
        var ofServer = await server.Expect<SubjectReply.Figures>("report", "end", ToReport, cancellation);
        return new ReplicateFigures(ofServer.Content, ofClient.Content);
    }
}
