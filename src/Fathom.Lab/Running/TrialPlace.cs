using System.Diagnostics;
using System.Globalization;
using Fathom.Lab.Studies;
using Fathom.Link.Plans;

namespace Fathom.Lab.Running;

/// <summary>
/// Where the processes of a replicate run: in this machine's own network, or at the two ends of a fresh link. A replicate owns one;
/// disposing it ends what still runs there.
/// </summary>
internal abstract class TrialPlace : IAsyncDisposable
{
    /// <summary>Makes a place.</summary>
    /// <param name="setup">The trial's; its link counts, and what is asked of that link's packets.</param>
    /// <param name="block">The replicate's block: its losses are other ones than those of the trial's other replicates.</param>
    /// <param name="cancellation">Ends the attempt.</param>
    /// <exception cref="SubjectException">There can be no such link here.</exception>
    public static async Task<TrialPlace> OpenAsync(TrialSetup setup, int block, CancellationToken cancellation) =>
        setup.Link is { } link ? await LinkedPlace.MakeAsync(link with { Seed = SeedOf(link, block) }, setup.ReadsPackets, cancellation)
            : new OwnNetwork();

    /// <summary>How a process is started here.</summary>
    /// <param name="isServer">The server, rather than the client.</param>
    /// <param name="info">How it would be started without a link: program and arguments count.</param>
    public abstract ProcessStartInfo Put(bool isServer, ProcessStartInfo info);

    /// <summary>Ends the place, when its processes have ended, and says what was seen of them on the way; null where nothing
    /// looks.</summary>
    /// <param name="client">What the client measured, which tells what of the traffic was timed.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <exception cref="SubjectException">What was seen cannot be used.</exception>
    public abstract Task<ProcessFigures?> CloseAsync(ProcessFigures client, CancellationToken cancellation);

    public abstract ValueTask DisposeAsync();

    private static string SeedOf(LinkSpec link, int block) =>
        (long.Parse(link.Seed ?? "1", CultureInfo.InvariantCulture) + block).ToString(CultureInfo.InvariantCulture);

    private sealed class OwnNetwork : TrialPlace
    {
        public override ProcessStartInfo Put(bool isServer, ProcessStartInfo info) => info;

        public override Task<ProcessFigures?> CloseAsync(ProcessFigures client, CancellationToken cancellation) =>
            Task.FromResult<ProcessFigures?>(null);

        public override ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
