using Fathom.Mediator.Certificates;
using Fathom.Subjects.Hosts;
using Fathom.TestKit;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Mediator.Certificates.UntrustedClient;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>Clients that are not of a node's network: they are refused over real sockets, and the log says why.</summary>
public sealed class RefusedClientTests : IAsyncDisposable
{
    private readonly FoundingNode _founding = new();
    private readonly NodeCertificates _foreign;

    public RefusedClientTests() => _foreign = NodeCertificates.OpenOrCreate(
        SecuredNode.Options(_founding.PathOf("foreign"), "north", time: _founding.Time));

    private SecuredNode North => _founding.North;

    /// <summary>What a client shows.</summary>
    public enum Shown
    {
        OtherRoot,
        Expired,
        NotYetValid,
        WrongPurpose,
        SelfSigned,
        IntermediateMissing,
        Nothing,
    }

    [Theory]
    [InlineData(Shown.OtherRoot, "which is not the root of this network")]
    [InlineData(Shown.Expired, "expired at")]
    [InlineData(Shown.NotYetValid, "is not valid before")]
    [InlineData(Shown.WrongPurpose, "it is not made for a client")]
    [InlineData(Shown.SelfSigned, "it is self-signed")]
    [InlineData(Shown.IntermediateMissing, "it came without its issuer 'CN=Fathom issuing")]
    [InlineData(Shown.Nothing, "it has shown no certificate")]
    public async Task A_client_that_is_not_of_the_network_is_refused_with_a_log_line_and_nothing_it_sends_is_read(Shown shown, string why)
    {
        // The certificates are as they were while the node's clock moves: the client does not look at its own.
        var mine = North.Certificates.Current.Files;
        var trusted = mine.Root;
        North.Certificates.Dispose();
        _founding.Time.Advance(shown switch
        {
            Shown.Expired => TimeSpan.FromDays(31),
            Shown.NotYetValid => TimeSpan.FromDays(-1),
            _ => TimeSpan.Zero,
        });

        var refused = await FailureAsync(() => North.CallAsync(Showing(shown switch
        {
            Shown.OtherRoot => Context(_foreign.Current.Files.Client.Certificate, _foreign.Current.Files.Client.Intermediates),
            Shown.Expired or Shown.NotYetValid => Context(mine.Client.Certificate, mine.Client.Intermediates),
            Shown.WrongPurpose => Context(mine.Server.Certificate, mine.Server.Intermediates),
            Shown.SelfSigned => Context(EphemeralCertificate.Create(), []),
            Shown.IntermediateMissing => Context(mine.Client.Certificate, []),
            _ => null,
        })));

        refused.StatusCode.ShouldBe(StatusCode.Unavailable, refused.ToString());
        await Eventually.HoldsAsync(() => North.Log.Lines.Count > 1, "a line besides that of the founding");
        North.Log.Lines.ShouldContain(
            line => line.StartsWith("Warning: A connection from ipv4:127.0.0.1:", StringComparison.Ordinal)
                && line.Contains(why, StringComparison.Ordinal),
            string.Join('\n', North.Log.Lines));
        North.Read.ShouldBe(0);
        North.Callers.ShouldBeEmpty();
        trusted.ShouldNotBeNull();
    }

    [Fact]
    public async Task Plain_HTTP2_is_refused_with_a_log_line_and_nothing_it_sends_is_read()
    {
        await using var plain = new NativeChannel(new ChannelOptions { Address = new UriBuilder(North.Address) { Scheme = "http" }.Uri });

        var refused = await FailureAsync(() => SecuredNode.CallAsync(plain));

        refused.StatusCode.ShouldBe(StatusCode.Unavailable, refused.ToString());
        await Eventually.HoldsAsync(
            () => North.Log.Lines.Any(l => l.StartsWith("Warning: A connection from ipv4:127.0.0.1:", StringComparison.Ordinal)
                && l.Contains("TLS handshake failed", StringComparison.Ordinal)),
            "a line in the log");
        North.Read.ShouldBe(0);
    }

    [Fact]
    public async Task After_all_who_were_refused_a_node_is_served_as_before()
    {
        await FailureAsync(() => North.CallAsync(_foreign.ChannelTls()));
        await FailureAsync(() => North.CallAsync(Showing(null)));

        await North.CallAsync(North.Certificates.ChannelTls());

        North.Callers.ShouldBe(["north"]);
    }

    public async ValueTask DisposeAsync()
    {
        _foreign.Dispose();
        await _founding.DisposeAsync();
    }
}
