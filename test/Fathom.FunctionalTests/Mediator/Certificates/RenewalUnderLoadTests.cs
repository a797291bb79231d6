using Fathom.Mediator.Certificates;
using Fathom.Mediator.Remotes;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>Every certificate is renewed while calls go on.</summary>
public sealed class RenewalUnderLoadTests : IAsyncDisposable
{
    private const int Steps = 42;
    private const int MinCalls = 10_000;
    private const int Callers = 4;

    private static readonly CertificateLifetimes OneMinute = new() { Node = TimeSpan.FromMinutes(1) };

    private Network _network = new(Renewal.Lives);

    [Fact]
    public async Task Every_certificate_is_renewed_under_load_and_no_call_is_lost()
    {
        await using var south = await _network.JoinAsync("south");
        var (north, before) = (_network.North, Serials(_network.North));
        var beforeSouth = Serials(south);
        using var toNorth = Remote(north, south, "north");
        using var toSouth = Remote(south, north, "south");
        using var ending = new CancellationTokenSource();
        var calls = 0;
        var callers = Enumerable.Range(0, Callers).Select(i => Task.Run(async () =>
        {
            while (!ending.IsCancellationRequested)
            {
                await SecuredNode.CallAsync((i % 2 == 0 ? toNorth : toSouth).Current);
                Interlocked.Increment(ref calls);
            }
        })).ToList();

        for (var step = 1; step <= Steps; step++)
        {
            _network.Time.Advance(Renewal.Step);
            await Eventually.HoldsAsync(() => _network.IsFresh(north) && _network.IsFresh(south),
                $"renewed at step {step}: {string.Join('\n', south.Log.Lines)}");

            // Connections that begin now use what is there now.
            await north.CallAsync(south.Certificates.ChannelTls("north"));
            await south.CallAsync(north.Certificates.ChannelTls("south"));
            Interlocked.Add(ref calls, 2);
            await Eventually.HoldsAsync(() => Volatile.Read(ref calls) >= MinCalls * step / Steps, "calls go on");
        }

        await ending.CancelAsync();
        await Task.WhenAll(callers);
        calls.ShouldBeGreaterThanOrEqualTo(MinCalls);

        // A connection ends with its certificates: one is replaced after an eighth of their lifetime, which is at most 30 days.
        toNorth.ConnectionsOpened.ShouldBeInRange(Steps / 4, Steps);
        toSouth.ConnectionsOpened.ShouldBeInRange(Steps / 4, Steps);
        Serials(north).Intersect(before).ShouldBeEmpty();
        Serials(south).Intersect(beforeSouth).ShouldBeEmpty();
    }

    [Fact]
    public async Task Connections_are_replaced_before_certificates_of_a_minute_expire()
    {
        await _network.DisposeAsync();
        _network = new Network(OneMinute);
        await using var south = await _network.JoinAsync("south");
        var north = _network.North;
        using var toNorth = Remote(north, south, "north");
        using var toSouth = Remote(south, north, "south");

        for (var second = 0; second < 300; second += 5)
        {
            await SecuredNode.CallAsync(toNorth.Current);
            await SecuredNode.CallAsync(toSouth.Current);
            _network.Time.Advance(TimeSpan.FromSeconds(5));
            await Eventually.HoldsAsync(() => IsNew(north) && IsNew(south), $"renewed after {second} s");
        }

        north.Log.Lines.Concat(south.Log.Lines).ShouldNotContain(l => l.Contains("Ended a connection", StringComparison.Ordinal));
        toNorth.ConnectionsOpened.ShouldBeInRange(300 / 60, 300 / 10);
        toSouth.ConnectionsOpened.ShouldBeInRange(300 / 60, 300 / 10);
    }

    public ValueTask DisposeAsync() => _network.DisposeAsync();

    private RemoteChannel Remote(SecuredNode to, SecuredNode from, string name) => new(
        () => to.Channel(from.Certificates.ChannelTls(name)), () => from.Certificates.MaxConnectionAge, _network.Time);

    private bool IsNew(SecuredNode node) => node.Certificates.ExpiresAt > _network.Time.GetUtcNow().AddSeconds(45);

    private static string[] Serials(SecuredNode node)
    {
        var files = node.Certificates.Current.Files;
        return [files.Root.SerialNumber, files.Server.Intermediates[0].SerialNumber, files.Server.Certificate.SerialNumber,
            files.Client.Certificate.SerialNumber];
    }
}
