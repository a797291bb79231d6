using System.Text.Json.Nodes;
using Fathom.Lab.Results;
using Fathom.Lab.Studies;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Lab.Running;

/// <summary>
/// Runs a replicate in fresh child processes, at the ends of a fresh link where the trial has one: starts server and client, warms up,
/// lets the server count, runs the workload, collects both figures, ends both.
/// </summary>
/// <param name="catalog">Where the subjects are.</param>
/// <param name="timeouts">How long to wait for a silent subject; null for the default.</param>
public sealed class ProcessTrialExecutor(SubjectCatalog catalog, SubjectTimeouts? timeouts = null) : ITrialExecutor
{
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
        await using var both = await SubjectPair.StartAsync(catalog, trial.Setup, network, _timeouts);
        var (server, client) = (both.Server, both.Client);
        var listening = await server.ReadyAsync(cancellation);
        await client.ReadyAsync(cancellation);

        var workload = (JsonObject)trial.Setup.Workload.DeepClone();
        workload["target"] = listening.Address;
        workload["certificate"] = listening.Certificate;

        var toRun = _timeouts.ToRun(trial.Policy.ExpectedSeconds);
        await client.WarmAsync(workload, toRun, cancellation);
        await server.BeginAsync(cancellation);
        var ofClient = await client.RunAsync(workload, toRun, cancellation);
        var ofServer = await server.EndAsync(cancellation);
        return new ReplicateFigures(ofServer, ofClient);
    }
}

/// <summary>The two processes of a replicate. It owns them: starts them without waiting for each other, and ends them together.</summary>
internal sealed class SubjectPair : IAsyncDisposable
{
    private SubjectPair(SubjectProcess server, SubjectProcess client) => (Server, Client) = (server, client);

    public SubjectProcess Server { get; }

    public SubjectProcess Client { get; }

    /// <summary>Checks a trial against the manifests of its subjects, before anything starts.</summary>
    /// <exception cref="SubjectException">A subject lacks the role or the workload; the message names both.</exception>
    public static void RefuseMismatch(SubjectCatalog catalog, TrialSetup setup)
    {
        RequireRole(SubjectManifest.Server, setup.Server);
        RequireRole(SubjectManifest.Client, setup.Client);
        var workloads = catalog.ManifestOf(setup.Client.Subject).Workloads.Select(w => w.Name).ToList();
        var kind = setup.Workload["kind"]?.ToString() ?? "";
        if (!workloads.Contains(kind))
        {
            throw new SubjectException(SubjectManifest.Client, "start",
                $"the subject '{setup.Client.Subject}' has no workload '{kind}'; accepted: {string.Join(", ", workloads)}");
        }

        void RequireRole(string role, ProcessSetup process)
        {
            var roles = catalog.ManifestOf(process.Subject).Roles;
            if (!roles.Contains(role))
            {
                throw new SubjectException(role, "start",
                    $"the subject '{process.Subject}' has no role '{role}'; accepted: {string.Join(", ", roles)}");
            }
        }
    }

    /// <exception cref="SubjectException">One of them could not be started; the other has ended.</exception>
    public static async Task<SubjectPair> StartAsync(
        SubjectCatalog catalog, TrialSetup setup, TrialNetwork network, SubjectTimeouts timeouts)
    {
        var server = Start(SubjectManifest.Server, setup.Server);
        try
        {
            return new SubjectPair(server, Start(SubjectManifest.Client, setup.Client));
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }

        SubjectProcess Start(string side, ProcessSetup process)
        {
            var info = network.Place(side == SubjectManifest.Server, catalog.StartInfo(process.Subject, process.Arguments));
            foreach (var (name, value) in process.Environment)
            {
                info.Environment[name] = value;
            }

            return SubjectProcess.Start(side, info, timeouts);
        }
    }

    public async ValueTask DisposeAsync() => await Task.WhenAll(Client.DisposeAsync().AsTask(), Server.DisposeAsync().AsTask());
}
