using System.Text.Json.Nodes;
using Fathom.Machines.Prerequisites;
using Fathom.Records;
using Fathom.Studies.Running.Published;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Studies.Running;

/// <summary>
/// Runs a replicate in fresh child processes, at the ends of a fresh link where the trial has one: starts server and client, warms up,
/// lets the server count, runs the workload, collects both figures, ends both.
/// </summary>
/// <param name="catalog">Where the subjects are.</param>
/// <param name="timeouts">How long to wait for a silent subject; null for the default.</param>
/// <param name="published">Subjects on other runtimes; null: published into the user's cache.</param>
public sealed class ProcessTrialExecutor(SubjectCatalog catalog, SubjectTimeouts? timeouts = null, PublishedSubjects? published = null)
    : ITrialExecutor
{
    private readonly SubjectPrograms _programs = new(catalog, published ?? new PublishedSubjects(catalog, new LocalMachine()));
    private readonly SubjectTimeouts _timeouts = timeouts ?? new SubjectTimeouts();

    /// <inheritdoc/>
    public async Task<ReplicateOutcome> ExecuteAsync(TrialPlan trial, int block, CancellationToken cancellation)
    {
        try
        {
            return new ReplicateOutcome.Measured(await MeasureAsync(trial, block, cancellation));
        }
        catch (SubjectException e)
        {
            var names = PrivateNames.OfThisMachine;
            return new ReplicateOutcome.Failed(new TrialFailure(
                trial.Id, block, e.Side, e.Stage, names.RemoveFrom(e.Message), names.RemoveFrom(e.StandardError)));
        }
    }

    private async Task<ReplicateFigures> MeasureAsync(TrialPlan trial, int block, CancellationToken cancellation)
    {
        SubjectPair.RefuseMismatch(catalog, trial.Setup);
        await using var network = await TrialNetwork.OpenAsync(trial.Setup, block, cancellation);
        var figures = await MeasureAsync(trial, network, cancellation);
        return figures with { Link = await network.CloseAsync(figures.Client, cancellation) };
    }

    private async Task<ReplicateFigures> MeasureAsync(TrialPlan trial, TrialNetwork network, CancellationToken cancellation)
    {
        // Both start at once and end at once: the second processor works on the other meanwhile.
        await using var both = await SubjectPair.StartAsync(_programs, trial.Setup, network, _timeouts, cancellation);
        var (server, client) = (both.Server, both.Client);
        var listening = await server.ReadyAsync(cancellation);
        await client.ReadyAsync(cancellation);

        var workload = (JsonObject)trial.Setup.Workload.DeepClone();
        workload["target"] = listening.Address;
        workload["certificate"] = listening.Certificate;
        if (listening.Addresses is { } addresses)
        {
            workload["addresses"] = new JsonObject(addresses.Select(a => KeyValuePair.Create(a.Key, (JsonNode?)a.Value)));
        }

        var toRun = _timeouts.ToRun(trial.Policy.ExpectedSeconds);
        await client.WarmAsync(workload, toRun, cancellation);
        await server.BeginAsync(cancellation);
        var ofClient = await client.RunAsync(workload, toRun, cancellation);
        var ofServer = await server.EndAsync(cancellation);
        return new ReplicateFigures(ofServer, ofClient);
    }
}
