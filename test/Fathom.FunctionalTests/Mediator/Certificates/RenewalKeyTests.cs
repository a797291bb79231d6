using Fathom.Mediator.Certificates;
using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Nodes;
using Fathom.Mediator.Certificates.Protocol;
using Fathom.Mediator.Certificates.Revocation;
using Fathom.Mediator.Certificates.Storage;
using Fathom.TestKit;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>Renewal over real TLS is bound to the newest key of a node, not to its name.</summary>
public sealed class RenewalKeyTests : IAsyncDisposable
{
    // With lifetimes, the clock may pass weeks at a time.
    private readonly Network _network = new(new());

    [Fact]
    public async Task A_stolen_key_is_not_renewed_once_its_owner_has_renewed_it()
    {
        await using var south = await _network.JoinAsync("south");
        var stolen = south.Certificates.Current;
        await RenewAsync(south);

        using var keys = RenewalKeys.Create();
        var refused = await FailureAsync(() => RequestAsync(stolen, keys));

        refused.StatusCode.ShouldBe(StatusCode.PermissionDenied);
        refused.Status.Detail.ShouldContain("is not its newest");
        refused.Status.Detail.ShouldContain("its key is in other hands: revoke the node");
        await Eventually.HoldsAsync(() => _network.North.Log.Lines.Any(
            l => l.StartsWith("Warning: Refused to renew the certificates of node 'south': The certificate", StringComparison.Ordinal)),
            "the founding node says so");
    }

    [Fact]
    public async Task A_node_whose_key_was_renewed_by_another_learns_it_from_the_refusal()
    {
        await using var south = await _network.JoinAsync("south");
        using var keys = RenewalKeys.Create();
        await RequestAsync(south.Certificates.Current, keys);

        _network.Time.Advance(TimeSpan.FromDays(20.5));

        await Eventually.HoldsAsync(() => south.Log.Lines.Any(l => l.Contains("its key is in other hands", StringComparison.Ordinal)),
            "its log says what to do");
    }

    [Fact]
    public async Task A_renewal_whose_response_was_lost_is_repeated_for_the_same_keys_alone()
    {
        await using var south = await _network.JoinAsync("south");
        var first = south.Certificates.Current;
        using var keys = RenewalKeys.Create();
        using var others = RenewalKeys.Create();
        var signed = await RequestAsync(first, keys);

        for (var repeat = 0; repeat < 300; repeat++)
        {
            var repeated = await RequestAsync(first, keys);
            repeated.Server[0].ShouldBe(signed.Server[0]);
            repeated.Client.ShouldBe(signed.Client);
        }

        (await FailureAsync(() => RequestAsync(first, others))).StatusCode.ShouldBe(StatusCode.PermissionDenied);
        Revocations.Revoke(_network.FolderOf("north"), "south", "it repeats", _network.Time).ShouldBe(4, "those of two requests");
        (await FailureAsync(() => RequestAsync(first, keys))).ShouldNotBeNull();
    }

    [Fact]
    public async Task A_node_that_renews_without_end_is_refused_until_its_certificates_expire_and_can_be_revoked_all_the_while()
    {
        await using var south = await _network.JoinAsync("south");
        var issuer = new MemberIssuer(CertificateFolder.At(_network.FolderOf("north")), _network.North.Certificates.Authority!,
            _network.Time);
        var newest = south.Certificates.Current.Files.Client.Certificate.SerialNumber;
        async Task<int> RenewAsync()
        {
            for (var count = 0; ; count++)
            {
                using var keys = RenewalKeys.Create();
                try
                {
                    newest = (await issuer.RenewAsync(new NodeIdentity("south", []), newest, SigningRequest.Create("south", keys.Server),
                        SigningRequest.Create("south", keys.Client), CancellationToken.None)).Client[0].SerialNumber;
                }
                catch (RenewalRefusedException e)
                {
                    var most = SecurityPage.Number("32 that have not expired");
                    e.Message.ShouldStartWith($"The node has {most} certificates that have not expired, and up to {most} are accepted");
                    return count;
                }
            }
        }

        (await RenewAsync()).ShouldBe(15, "and it joined");
        _network.Time.Advance(TimeSpan.FromDays(30.1));
        (await RenewAsync()).ShouldBe(16);
        Revocations.Revoke(_network.FolderOf("north"), "south", "it renews", _network.Time).ShouldBe(64);
    }

    [Fact]
    public async Task A_node_keeps_the_keys_of_a_renewal_until_it_has_their_certificates()
    {
        var south = await _network.JoinAsync("south");
        await _network.North.DisposeAsync();
        _network.Time.Advance(TimeSpan.FromDays(20.5));
        var file = Path.Combine(_network.FolderOf("south"), "renewal-keys");
        await Eventually.HoldsAsync(() => File.Exists(file) && south.Log.Lines.Any(
            l => l.StartsWith("Warning: Renewing the certificates of this node", StringComparison.Ordinal)), "the renewal failed");
        var kept = await File.ReadAllTextAsync(file);
        await south.DisposeAsync();

        await _network.RestartAsync();
        using var again = NodeCertificates.Open(_network.Options("south") with { IssuerAddress = _network.North.Address });
        _network.Time.Advance(TimeSpan.FromMinutes(1));

        await Eventually.HoldsAsync(() => !File.Exists(file), "the renewal is complete");
        (await File.ReadAllTextAsync(Path.Combine(_network.FolderOf("south"), "server.pem")))
            .ShouldStartWith(kept[..kept.IndexOf("-----END", StringComparison.Ordinal)]);
    }

    public ValueTask DisposeAsync() => _network.DisposeAsync();

    private async Task RenewAsync(SecuredNode node)
    {
        var before = node.Certificates.Current;
        _network.Time.Advance(TimeSpan.FromDays(20.5));
        await Eventually.HoldsAsync(() => node.Certificates.Current != before, "renewed");
    }

    private async Task<SignedCertificates> RequestAsync(NodeCredentials shown, RenewalKeys keys)
    {
        var tls = new ChannelTls { SslOptionsFactory = () => shown.ForOutgoing("north", _network.Time, new LineLogger()) };
        await using var channel = _network.North.Channel(tls);
        return await new RenewalClient(channel).RenewAsync(
            new RenewalRequest([], SigningRequest.Create("south", keys.Server), SigningRequest.Create("south", keys.Client)), Within(60));
    }
}
