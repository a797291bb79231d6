using Fathom.Mediator.Certificates;
using Fathom.Mediator.Certificates.Nodes;
using Fathom.Mediator.Certificates.Storage;
using Fathom.TestKit;
using Fathom.Transport.Client;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>Renewal between nodes over real sockets, on virtual time.</summary>
public sealed class RenewalTests : IAsyncDisposable
{
    // Two thirds of each are passed within 60 days, and within 80 each node has the new root.
    private static readonly CertificateLifetimes Lives =
        new() { Root = TimeSpan.FromDays(90), Issuing = TimeSpan.FromDays(60), Node = TimeSpan.FromDays(30) };
    private static readonly TimeSpan Step = TimeSpan.FromDays(2);

    private const int Steps = 42;
    private const int LeastCalls = 10_000;
    private const int Callers = 4;

    private readonly Network _network = new(Lives);

    [Fact]
    public async Task Every_certificate_is_renewed_under_load_and_no_call_is_lost()
    {
        await using var south = await _network.JoinAsync("south");
        var (north, before) = (_network.North, Serials(_network.North));
        var beforeSouth = Serials(south);
        await using var toNorth = north.Channel(south.Certificates.ChannelTls("north"));
        await using var toSouth = south.Channel(north.Certificates.ChannelTls("south"));
        using var ending = new CancellationTokenSource();
        var calls = 0;
        var callers = Enumerable.Range(0, Callers).Select(i => Task.Run(async () =>
        {
            while (!ending.IsCancellationRequested)
            {
                await SecuredNode.CallAsync(i % 2 == 0 ? toNorth : toSouth);
                Interlocked.Increment(ref calls);
            }
        })).ToList();

        for (var step = 1; step <= Steps; step++)
        {
            _network.Time.Advance(Step);
            await Eventually.HoldsAsync(() => IsFresh(north) && IsFresh(south),
                $"renewed at step {step}: {string.Join('\n', south.Log.Lines)}");

            // Connections that begin now use what is there now.
            await north.CallAsync(south.Certificates.ChannelTls("north"));
            await south.CallAsync(north.Certificates.ChannelTls("south"));
            Interlocked.Add(ref calls, 2);
            await Eventually.HoldsAsync(() => Volatile.Read(ref calls) >= LeastCalls * step / Steps, "calls go on");
        }

        await ending.CancelAsync();
        await Task.WhenAll(callers);
        calls.ShouldBeGreaterThanOrEqualTo(LeastCalls);
        toNorth.ConnectionsOpened.ShouldBe(1);
        toSouth.ConnectionsOpened.ShouldBe(1);
        Serials(north).Intersect(before).ShouldBeEmpty();
        Serials(south).Intersect(beforeSouth).ShouldBeEmpty();
    }

    [Fact]
    public async Task Old_certificates_are_accepted_until_they_expire()
    {
        await using var south = await _network.JoinAsync("south");
        var old = south.Certificates.Current;
        await AdvanceAsync(south, TimeSpan.FromDays(20.5));
        south.Certificates.Current.ShouldNotBe(old);

        await _network.North.CallAsync(Showing(old));

        await AdvanceAsync(south, TimeSpan.FromDays(10));
        await FailureAsync(() => _network.North.CallAsync(Showing(old)));
        await Eventually.HoldsAsync(() => _network.North.Log.Lines.Any(
            l => l.Contains("'CN=south, O=Fathom' expired at", StringComparison.Ordinal)), "it says why");
        await _network.North.CallAsync(south.Certificates.ChannelTls());
    }

    [Fact]
    public async Task A_renewal_waits_for_the_member_to_come_back()
    {
        await using var south = await _network.JoinAsync("south");
        var first = south.Certificates.ExpiresAt;
        await _network.North.DisposeAsync();

        _network.Time.Advance(TimeSpan.FromDays(20.5));

        await Eventually.HoldsAsync(
            () => south.Log.Lines.Any(l => l.StartsWith("Warning: Renewing the certificates of this node", StringComparison.Ordinal)
                && l.Contains("Failed to connect", StringComparison.Ordinal)),
            "it says what failed");
        south.Certificates.ExpiresAt.ShouldBe(first);

        await _network.RestartAsync();
        south.Certificates.Dispose();
        using var moved = NodeCertificates.Open(_network.Options("south") with { IssuerAddress = _network.North.Address });
        _network.Time.Advance(TimeSpan.FromMinutes(1));
        await Eventually.HoldsAsync(() => moved.ExpiresAt > first, "it is renewed at the member's new address");
    }

    [Fact]
    public async Task A_node_that_was_expelled_is_not_renewed()
    {
        await using var south = await _network.JoinAsync("south");
        File.Delete(Path.Combine(_network.FolderOf("north"), "members", "south"));

        _network.Time.Advance(TimeSpan.FromDays(20.5));

        await Eventually.HoldsAsync(() => south.Log.Lines.Any(
            l => l.Contains("Node 'south' was expelled", StringComparison.Ordinal)), "the refusal is logged by the node");
        _network.North.Log.Lines.ShouldContain(l => l.StartsWith(
            "Warning: Refused to renew the certificates of node 'south'", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_node_whose_certificates_expired_meanwhile_is_told_to_join_anew()
    {
        (await _network.JoinAsync("south")).Certificates.Dispose();
        _network.Time.Advance(TimeSpan.FromDays(31));

        Should.Throw<CertificateFolderException>(() => NodeCertificates.Open(_network.Options("south"))).Message.ShouldContain(
            "Join again");
    }

    public ValueTask DisposeAsync() => _network.DisposeAsync();

    private async Task AdvanceAsync(SecuredNode node, TimeSpan by)
    {
        for (var left = by; left > TimeSpan.Zero; left -= Step)
        {
            _network.Time.Advance(left < Step ? left : Step);
            await Eventually.HoldsAsync(() => IsFresh(node), "renewed");
        }
    }

    private bool IsFresh(SecuredNode node) => node.Certificates.Current.Files.RenewAt > _network.Time.GetUtcNow();

    private ChannelTls Showing(NodeCredentials credentials) =>
        new() { SslOptionsFactory = () => credentials.ForOutgoing(null, _network.Time, new LineLogger()) };

    private static string[] Serials(SecuredNode node)
    {
        var files = node.Certificates.Current.Files;
        return [files.Root.SerialNumber, files.Server.Intermediates[0].SerialNumber, files.Server.Certificate.SerialNumber,
            files.Client.Certificate.SerialNumber];
    }
}
