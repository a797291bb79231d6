using System.Net;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using Fathom.Mediator.Certificates;
using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Nodes;
using Fathom.Mediator.Certificates.Protocol;
using Fathom.Mediator.Certificates.Renewal;
using Fathom.Mediator.Certificates.Revocation;
using Fathom.Mediator.Certificates.Storage;
using Fathom.TestKit;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>Revoked nodes over real TLS: refused in both roles, and their connections end.</summary>
public sealed class RevocationTests : IAsyncDisposable
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    // With lifetimes, the clock may pass weeks at a time.
    private readonly Network _network = new(new());

    [Fact]
    public async Task A_revoked_node_is_refused_by_the_founding_node_at_once()
    {
        await using var south = await _network.JoinAsync("south");
        await _network.North.CallAsync(south.Certificates.ChannelTls("north"));

        Revoke("south").ShouldBe(2, "its server and its client certificate");

        (await FailureAsync(() => _network.North.CallAsync(south.Certificates.ChannelTls("north")))).StatusCode
            .ShouldBe(StatusCode.Unavailable);
        await Eventually.HoldsAsync(() => Says(_network.North, "the certificate of node 'south' was revoked at")
            && Says(_network.North, "its disk was stolen"), "the log has time and reason");
    }

    [Fact]
    public async Task A_revoked_node_is_refused_by_other_members_as_client_and_as_server_within_a_minute()
    {
        await using var south = await _network.JoinAsync("south");
        await using var east = await _network.JoinAsync("east");
        Revoke("south");

        _network.Time.Advance(Minute);

        await KnowsAsync(east);
        await FailureAsync(() => east.CallAsync(south.Certificates.ChannelTls("east")));
        var asServer = await FailureAsync(() => south.CallAsync(east.Certificates.ChannelTls("south")));
        asServer.Status.Detail.ShouldContain("the certificate of node 'south' was revoked at");
        await _network.North.CallAsync(east.Certificates.ChannelTls("north"));
    }

    [Fact]
    public async Task Open_connections_of_a_revoked_node_end_as_soon_as_a_node_knows()
    {
        await using var south = await _network.JoinAsync("south");
        await using var east = await _network.JoinAsync("east");
        using var toNorth = await OpenConnection.OpenAsync(_network.North.Address, south.Certificates.ChannelTls("north"));
        using var toEast = await OpenConnection.OpenAsync(east.Address, south.Certificates.ChannelTls("east"));
        using var other = await OpenConnection.OpenAsync(_network.North.Address, east.Certificates.ChannelTls("north"));
        Revoke("south");

        _network.Time.Advance(Minute);

        (await toNorth.HasEndedAsync(Patience)).ShouldBeTrue();
        (await toEast.HasEndedAsync(Patience)).ShouldBeTrue();
        await other.ServedAsync();
    }

    [Fact]
    public async Task A_client_ends_its_connection_to_a_server_that_was_revoked()
    {
        await using var south = await _network.JoinAsync("south");
        await using var channel = south.Channel(_network.North.Certificates.ChannelTls("south"));
        await SecuredNode.CallAsync(channel);
        Revoke("south");

        _network.Time.Advance(Minute);

        await Eventually.HoldsAsync(
            () => Says(_network.North, "Warning: Ended a connection: the certificate of node 'south' was revoked"), "the client ends it");
        await FailureAsync(() => SecuredNode.CallAsync(channel));
        south.Callers.Count.ShouldBe(1);
    }

    [Fact]
    public async Task A_node_remembers_what_was_revoked_while_the_founding_node_is_away_and_after_a_restart()
    {
        await using var south = await _network.JoinAsync("south");
        await using (var first = await _network.JoinAsync("east"))
        {
            Revoke("south");
            _network.Time.Advance(Minute);
            await KnowsAsync(first);
            await Eventually.HoldsAsync(() => File.Exists(Path.Combine(_network.FolderOf("east"), "revoked.json")), "a copy is kept");
        }

        await _network.North.DisposeAsync();
        var log = new LineLogger();
        await using var east = new SecuredNode(
            NodeCertificates.Open(SecuredNode.Options(_network.FolderOf("east"), "east", log, _network.Time)), log);

        await FailureAsync(() => east.CallAsync(south.Certificates.ChannelTls("east")));
        await Eventually.HoldsAsync(() => Says(east, "the certificate of node 'south' was revoked at"), "it says why");
        await _network.RestartAsync();
        await FailureAsync(() => _network.North.CallAsync(south.Certificates.ChannelTls("north")));
    }

    [Fact]
    public async Task A_list_that_outgrows_a_message_is_learned_whole()
    {
        await using var south = await _network.JoinAsync("south");
        await using var east = await _network.JoinAsync("east");
        var (now, reason) = (_network.Time.GetUtcNow(), new string('x', 120));
        new RevocationFile(CertificateFolder.At(_network.FolderOf("north"))).Write(new RevocationList(Enumerable.Range(0, 30_000)
            .Select(i => new RevokedCertificate($"{i:X32}", "former", now, reason, now + Minute))));
        Revoke("south");

        _network.Time.Advance(Minute);

        await KnowsAsync(east);
        RenewalService.PageSize.ShouldBe(SecurityPage.Number("1,000 entries"));
        new FileInfo(Path.Combine(_network.FolderOf("east"), "revoked.json")).Length.ShouldBeGreaterThan(4 << 20);
        await FailureAsync(() => east.CallAsync(south.Certificates.ChannelTls("east")));
        east.Certificates.Warning.ShouldBeNull();
    }

    [Fact]
    public async Task A_list_that_is_not_fetched_is_an_error_in_log_and_health_each_time()
    {
        await using var east = await _network.JoinAsync("east");
        await _network.North.DisposeAsync();

        for (var minute = 1; minute <= 3; minute++)
        {
            _network.Time.Advance(Minute);
            await Eventually.HoldsAsync(() => east.Log.Lines.Count(l => l.StartsWith(
                "Error: Revoked certificates may be accepted: the list of revoked certificates could not be fetched: ",
                StringComparison.Ordinal)) == minute, $"{minute} errors");
        }

        east.Certificates.Fault.ShouldBeNull();
        east.Certificates.Warning.ShouldNotBeNull().ShouldStartWith("the list of revoked certificates could not be fetched: ");
    }

    [Fact]
    public async Task A_member_that_floods_the_founding_node_with_renewals_does_not_keep_it_from_being_revoked()
    {
        await using var south = await _network.JoinAsync("south");
        using var keys = RenewalKeys.Create();
        var (server, client) = (SigningRequest.Create("south", keys.Server), SigningRequest.Create("south", keys.Client));
        await using var channel = _network.North.Channel(south.Certificates.ChannelTls("north"));
        using var end = new CancellationTokenSource();
        var asked = 0;
        var flood = Enumerable.Range(0, 50).Select(_ => Task.Run(async () =>
        {
            while (!end.IsCancellationRequested)
            {
                try
                {
                    await new RenewalClient(channel).RenewAsync(new RenewalRequest([], server, client), Within(60));
                    Interlocked.Increment(ref asked);
                }
                catch (RpcException)
                {
                    // Revoked meanwhile.
                }
            }
        })).ToList();
        await Eventually.HoldsAsync(() => Volatile.Read(ref asked) > 100, "it floods");

        await Task.Run(() => Revoke("south")).WaitAsync(Patience);

        await Eventually.HoldsAsync(() => Says(_network.North, "was revoked at"), "the founding node refuses it");
        await end.CancelAsync();
        await Task.WhenAll(flood);
    }

    [Fact]
    public async Task A_revoked_node_joins_again_by_an_invitation_for_its_name_alone()
    {
        var former = await _network.JoinAsync("south");
        await former.DisposeAsync();
        Revoke("south");
        Directory.Delete(_network.FolderOf("south"), recursive: true);

        (await _network.RefusalAsync("south", await _network.Desk.InviteAsync())).ShouldContain("The network already has a node 'south'");
        await using var south = await _network.JoinAsync("south", await _network.Desk.InviteAsync(node: "south"));

        await _network.North.CallAsync(south.Certificates.ChannelTls("north"));
        await FailureAsync(() => _network.North.CallAsync(Showing(former.Certificates.Current)));
    }

    [Fact]
    public async Task A_node_that_is_replaced_by_an_invitation_for_its_name_leaves_its_former_certificates_worthless()
    {
        var former = await _network.JoinAsync("south");
        await former.DisposeAsync();
        Directory.Delete(_network.FolderOf("south"), recursive: true);

        await using var south = await _network.JoinAsync("south", await _network.Desk.InviteAsync(node: "south"));

        await FailureAsync(() => _network.North.CallAsync(Showing(former.Certificates.Current)));
        await Eventually.HoldsAsync(() => Says(_network.North, "the node was replaced by an invitation"), "it says why");
        await _network.North.CallAsync(south.Certificates.ChannelTls("north"));
    }

    [Fact]
    public async Task A_connection_ends_when_the_certificate_of_its_client_expires()
    {
        await using var south = await _network.JoinAsync("south");
        using var open = await OpenConnection.OpenAsync(_network.North.Address, south.Certificates.ChannelTls("north"));
        south.Certificates.Dispose();

        _network.Time.Advance(TimeSpan.FromDays(29.9));
        await open.ServedAsync();

        _network.Time.Advance(TimeSpan.FromDays(0.2));
        (await open.HasEndedAsync(Patience)).ShouldBeTrue();
        _network.North.Log.Lines.ShouldContain(l => l.StartsWith(
            "Warning: Ended a connection: the certificate of 'CN=south, O=Fathom' expired at", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_connection_ends_when_the_certificate_of_its_server_expires()
    {
        await using var south = await _network.JoinAsync("south");
        await using var channel = south.Channel(_network.North.Certificates.ChannelTls("south"));
        await SecuredNode.CallAsync(channel);
        south.Certificates.Dispose();

        _network.Time.Advance(TimeSpan.FromDays(31));

        await Eventually.HoldsAsync(
            () => Says(_network.North, "Warning: Ended a connection: the certificate of 'CN=south, O=Fathom' expired"),
            "the client ends it");
        await FailureAsync(() => SecuredNode.CallAsync(channel));
        south.Callers.Count.ShouldBe(1);
    }

    [Fact]
    public async Task A_certificate_that_expires_while_its_client_delays_the_handshake_is_refused()
    {
        await using var south = await _network.JoinAsync("south");
        south.Certificates.Dispose();
        _network.Time.Advance(TimeSpan.FromDays(29.9));
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var tcp = new TcpClient();
        await tcp.ConnectAsync((IPEndPoint)listener.LocalEndpoint);
        using var accepted = await listener.AcceptTcpClientAsync();
        await using var server = new SslStream(accepted.GetStream());
        await using var client = new SslStream(tcp.GetStream());
        var handshake = server.AuthenticateAsServerAsync(_network.North.Certificates.HostTls.SslOptionsFactory!());
        var options = south.Certificates.ChannelTls("north").SslOptionsFactory!();
        options.TargetHost = "north";

        _network.Time.Advance(TimeSpan.FromDays(0.2));
        await client.AuthenticateAsClientAsync(options);

        (await Should.ThrowAsync<AuthenticationException>(handshake.WaitAsync(Patience))).GetBaseException().Message
            .ShouldStartWith("the certificate of 'CN=south, O=Fathom' expired at");
    }

    public ValueTask DisposeAsync() => _network.DisposeAsync();

    private int Revoke(string node) => Revocations.Revoke(_network.FolderOf("north"), node, "its disk was stolen", _network.Time);

    private static bool Says(SecuredNode node, string what) => node.Log.Lines.Any(l => l.Contains(what, StringComparison.Ordinal));

    // The file is written when the list is in use.
    private Task KnowsAsync(SecuredNode node) => Eventually.HoldsAsync(
        () => File.Exists(Path.Combine(_network.FolderOf(node.Certificates.Name), "revoked.json")), "it knows");

    private ChannelTls Showing(NodeCredentials credentials) =>
        new() { SslOptionsFactory = () => credentials.ForOutgoing(null, _network.Time, new LineLogger()) };
}
