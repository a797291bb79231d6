using System.Diagnostics;
using Fathom.Mediator.Certificates.Revocation;
using Fathom.Mediator.Messages;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;
using Fathom.TestKit;

namespace Fathom.Bench.Soak;

/// <summary>
/// The network of a soak run, a separate process: a founding node publishes notifications to two others while all renew their certificates,
/// and a guest joins, is revoked and is refused again and again. It follows the subject protocol; the command <c>state</c> pauses it, and
/// compares what was published and handled.
/// </summary>
internal sealed class SoakNetwork(TemporaryFolder folder, SoakNode north, int port, IReadOnlyList<SoakNode> members) : IDisposable
{
    // A million in an hour, with a tenth for the pauses.
    private const int PerSecond = 310;
    private const string Guest = "guest";

    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(10);
    private static readonly TimeSpan BetweenGuests = TimeSpan.FromSeconds(10);

    private readonly SemaphoreSlim _round = new(1);
    private readonly List<string> _faults = [];
    private long _number;
    private long _published;
    private int _renewals;
    private int _revoked;

    /// <summary>The child's own work.</summary>
    public static async Task RunAsync()
    {
        var session = SubjectSession.OfThisProcess();
        using var folder = new TemporaryFolder();
        (string Name, int Port)[] others = [("south", FreePort.Next()), ("east", FreePort.Next())];
        var port = FreePort.Next();
        var north = await SoakNode.StartAsync(folder.PathOf("first"), "north", port, null, others);
        var members = new List<SoakNode>();
        foreach (var (name, at) in others)
        {
            members.Add(await SoakNode.StartAsync(folder.PathOf(name), name, at, await north.InviteAsync(name)));
        }

        using var network = new SoakNetwork(folder, north, port, members);
        _ = network.PublishAsync();
        _ = network.InviteAndRevokeAsync();
        session.Reply(new SubjectReply.Ready($"https://localhost:{port}"));
        await session.FollowAsync(async (command, _) =>
            session.Reply(new ProcessFigures { Values = await network.StateAsync() }));
    }

    public void Dispose() => _round.Dispose();

    private async Task<Dictionary<string, double>> StateAsync()
    {
        await _round.WaitAsync();
        try
        {
            // The founding node handles its own as well, which is not compared.
            _ = north.Notices.Close();
            var counts = members.Select(member => member.Notices.Close()).ToList();
            var values = SoakMemory.Read();
            values["published"] = _published;
            values["lost"] = counts.Sum(count => _published - count.Handled);
            values["doubled"] = counts.Sum(count => count.Doubled);
            values["renewals"] = _renewals;
            values["revoked"] = _revoked;
            lock (_faults)
            {
                values["faults"] = _faults.Count;
                _faults.ForEach(Console.Error.WriteLine);
                _faults.Clear();
            }

            (_published, _renewals, _revoked) = (0, 0, 0);
            return values;
        }
        finally
        {
            _round.Release();
        }
    }

    private async Task PublishAsync()
    {
        var began = Stopwatch.GetTimestamp();
        using var timer = new PeriodicTimer(Tick);
        while (await timer.WaitForNextTickAsync())
        {
            await _round.WaitAsync();
            var due = Math.Min(PerSecond, (long)(Stopwatch.GetElapsedTime(began).TotalSeconds * PerSecond) - _number);
            await Task.WhenAll(Enumerable.Range(0, (int)due).Select(_ => TryAsync(async () => await north.PublishAsync(++_number))));
            _published += due;
            _renewals += members.Prepend(north).Count(node => node.TakeRenewed());
            _round.Release();
        }
    }

    private async Task InviteAndRevokeAsync()
    {
        for (var i = 0; ; i++)
        {
            await TryAsync(() => GuestAsync(folder.PathOf($"guest-{i}")));
            await Task.Delay(BetweenGuests);
        }
    }

    private async Task GuestAsync(string own)
    {
        await using (var guest = await SoakNode.StartAsync(own, Guest, FreePort.Next(), await north.InviteAsync(Guest), ("north", port)))
        {
            await guest.PublishAsync(-1);
        }

        Revocations.Revoke(folder.PathOf("first"), Guest, "the soak");
        await using var again = await SoakNode.StartAsync(own, Guest, FreePort.Next(), null, ("north", port));
        try
        {
            await again.PublishAsync(-1);
            throw new InvalidOperationException("a node that was revoked is served");
        }
        catch (PublishException)
        {
            Interlocked.Increment(ref _revoked);
        }
        finally
        {
            Directory.Delete(own, recursive: true);
        }
    }

    private async Task TryAsync(Func<Task> step)
    {
        try
        {
            await step();
        }
        catch (Exception e)
        {
            var causes = (e as PublishException)?.InnerExceptions.Select(inner => inner.Message) ?? [];
            lock (_faults)
            {
                _faults.Add($"{e.GetType().Name}: {e.Message} {string.Join(" | ", causes)}");
            }
        }
    }
}
