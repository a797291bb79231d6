using System.Diagnostics;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Studies.Running;

/// <summary>
/// The network in which the processes of a replicate run: this machine's own, or the two ends of a fresh link. A replicate owns one;
/// disposing it ends the processes that still run there.
/// </summary>
internal abstract class TrialNetwork : IAsyncDisposable
{
    /// <summary>Opens the network of a replicate.</summary>
    /// <param name="setup">The trial's setup: its link, and whether packets are read.</param>
    /// <param name="block">The replicate's block; each block of a trial has losses of its own.</param>
    /// <param name="cancellation">Ends the attempt.</param>
    /// <exception cref="SubjectException">This machine cannot make the link.</exception>
    public static async Task<TrialNetwork> OpenAsync(TrialSetup setup, int block, CancellationToken cancellation) =>
        setup.Link is { } link ? await LinkedNetwork.MakeAsync(link with { Seed = link.Seed + block }, setup.ReadsPackets, cancellation)
            : new HostNetwork();

    /// <summary>How a process is started in this network.</summary>
    /// <param name="isServer">The server, rather than the client.</param>
    /// <param name="info">How it would be started without a link; only program and arguments are used.</param>
    public abstract ProcessStartInfo Place(bool isServer, ProcessStartInfo info);

    /// <summary>Closes the network after its processes have ended, and returns what its packets show; null where no packets are
    /// read.</summary>
    /// <param name="client">The client's figures: they say which part of the traffic was timed.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <exception cref="SubjectException">The link lost packets by itself, or its capture is incomplete.</exception>
    public abstract Task<ProcessFigures?> CloseAsync(ProcessFigures client, CancellationToken cancellation);

    public abstract ValueTask DisposeAsync();

    private sealed class HostNetwork : TrialNetwork
    {
        public override ProcessStartInfo Place(bool isServer, ProcessStartInfo info) => info;

        public override Task<ProcessFigures?> CloseAsync(ProcessFigures client, CancellationToken cancellation) =>
            Task.FromResult<ProcessFigures?>(null);

        public override ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
