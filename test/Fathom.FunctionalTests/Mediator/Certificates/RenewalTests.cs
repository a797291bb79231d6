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
    private readonly Network _network = new(Renewal.Lives);

    [Fact]
    public async Task Old_certificates_are_accepted_until_they_expire()
    {
        await using var south = await _network.JoinAsync("south");
        var old = south.Certificates.Current;
        await _network.AdvanceAsync(south, TimeSpan.FromDays(20.5));
        south.Certificates.Current.ShouldNotBe(old);

        await _network.North.CallAsync(Showing(old));

        await _network.AdvanceAsync(south, TimeSpan.FromDays(10));
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

    private ChannelTls Showing(NodeCredentials credentials) =>
        new() { SslOptionsFactory = () => credentials.ForOutgoing(null, _network.Time, new LineLogger()) };
}
