using System.Diagnostics;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Studies.Running;

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
        SubjectPrograms programs, TrialSetup setup, TrialNetwork network, SubjectTimeouts timeouts, CancellationToken cancellation)
    {
        var ofServer = await programs.FindAsync(SubjectManifest.Server, setup.Server, cancellation);
        var ofClient = await programs.FindAsync(SubjectManifest.Client, setup.Client, cancellation);
        var server = Start(SubjectManifest.Server, ofServer);
        try
        {
            return new SubjectPair(server, Start(SubjectManifest.Client, ofClient));
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }

        SubjectProcess Start(string side, (ProcessStartInfo Info, IReadOnlyDictionary<string, string> Environment) program)
        {
            var info = network.Place(side == SubjectManifest.Server, program.Info);
            foreach (var (name, value) in program.Environment)
            {
                info.Environment[name] = value;
            }

            return SubjectProcess.Start(side, info, timeouts);
        }
    }

    public async ValueTask DisposeAsync() => await Task.WhenAll(Client.DisposeAsync().AsTask(), Server.DisposeAsync().AsTask());
}
