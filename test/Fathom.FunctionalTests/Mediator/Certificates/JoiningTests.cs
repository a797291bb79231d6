using System.Net;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator.Certificates;
using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Certificates.Protocol;
using Fathom.Mediator.Certificates.Storage;
using Fathom.TestKit;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>How nodes get into a network over loopback, and who does not.</summary>
public sealed class JoiningTests : IAsyncDisposable
{
    private readonly Network _network = new();

    [Fact]
    public async Task A_node_that_joined_and_the_one_that_invited_it_call_each_other()
    {
        await using var south = await _network.JoinAsync("south");

        await _network.North.CallAsync(south.Certificates.ChannelTls("north"));
        await south.CallAsync(_network.North.Certificates.ChannelTls("south"));

        _network.North.Callers.ShouldBe(["south"]);
        south.Callers.ShouldBe(["north"]);
        south.Certificates.IsIssuing.ShouldBeFalse();
        south.Certificates.RootFingerprint.ShouldBe(_network.North.Certificates.RootFingerprint);
    }

    [Fact]
    public async Task Two_nodes_that_joined_call_each_other()
    {
        await using var south = await _network.JoinAsync("south");
        await using var east = await _network.JoinAsync("east");

        await east.CallAsync(south.Certificates.ChannelTls("east"));

        east.Callers.ShouldBe(["south"]);
    }

    [Fact]
    public async Task Keys_stay_where_they_were_made()
    {
        await using var south = await _network.JoinAsync("south");

        Directory.GetFiles(_network.FolderOf("south"), "*.pem").Select(f => Path.GetFileName(f)).Order(StringComparer.Ordinal)
            .ShouldBe(["client.pem", "root.pem", "server.pem"]);
        var (here, there) = (KeysIn("south"), KeysIn("north"));
        here.Count.ShouldBe(2);
        there.Count.ShouldBe(4, "root, issuing, server and client");
        here.Intersect(there).ShouldBeEmpty();
    }

    [Fact]
    public async Task The_port_is_open_only_while_an_invitation_is_outstanding()
    {
        _network.Desk.IsOpen.ShouldBeFalse();
        var invitation = await _network.Desk.InviteAsync();
        _network.Desk.IsOpen.ShouldBeTrue();

        (await _network.JoinAsync("south", invitation)).Certificates.Dispose();
        _network.Time.Advance(TimeSpan.FromSeconds(1));
        await Eventually.HoldsAsync(() => !_network.Desk.IsOpen, "the port is closed");

        (await _network.RefusalAsync("east", invitation)).ShouldContain("ConnectionRefused");
    }

    [Fact]
    public async Task The_port_is_closed_when_the_invitation_expires()
    {
        await _network.Desk.InviteAsync(TimeSpan.FromMinutes(5));

        _network.Time.Advance(TimeSpan.FromMinutes(6));

        await Eventually.HoldsAsync(() => !_network.Desk.IsOpen, "the port is closed");
    }

    [Fact]
    public async Task An_invitation_that_another_process_made_opens_the_port_with_the_next_look()
    {
        var invitation = Invitations.Create(_network.FolderOf("north"), TimeSpan.FromMinutes(5), null, _network.Time);

        _network.Time.Advance(TimeSpan.FromSeconds(1));
        await Eventually.HoldsAsync(() => _network.Desk.IsOpen, "the port is open");

        await using var south = await _network.JoinAsync("south", invitation);
    }

    [Fact]
    public async Task Nothing_but_joining_is_served_without_a_certificate()
    {
        await _network.Desk.InviteAsync();
        await using var channel = new NativeChannel(
            new ChannelOptions { Address = _network.Desk.Address, Tls = new ChannelTls { SkipVerification = true } });

        var node = await FailureAsync(() => SecuredNode.CallAsync(channel));
        var renewal = await FailureAsync(() => new RenewalClient(channel).RenewAsync(new RenewalRequest([], [], []), Within(60)).AsTask());

        node.StatusCode.ShouldBe(StatusCode.Unimplemented);
        renewal.StatusCode.ShouldBe(StatusCode.Unimplemented);
        _network.North.Read.ShouldBe(0);
    }

    [Fact]
    public async Task A_used_invitation_is_refused_also_after_a_restart()
    {
        var invitation = await _network.Desk.InviteAsync();
        await _network.Desk.InviteAsync();
        await using var south = await _network.JoinAsync("south", invitation);

        (await _network.RefusalAsync("east", invitation)).ShouldContain("The invitation was used before");
        await _network.RestartAsync();
        await _network.Desk.InviteAsync();
        var again = Moved(invitation, _network.Desk.Address);
        (await _network.RefusalAsync("east", again)).ShouldContain("The invitation was used before");
    }

    [Fact]
    public async Task Of_many_who_use_one_invitation_at_once_exactly_one_joins()
    {
        var invitation = await _network.Desk.InviteAsync();
        await _network.Desk.InviteAsync();

        var outcomes = await Task.WhenAll(Enumerable.Range(0, 8).Select(async i =>
        {
            try
            {
                (await NodeCertificates.JoinAsync(_network.Options($"node-{i}"), invitation)).Dispose();
                return null;
            }
            catch (JoinException e)
            {
                return e.Message;
            }
        }));

        outcomes.Count(o => o is null).ShouldBe(1);
        outcomes.Where(o => o is not null).ShouldAllBe(o => o!.Contains("The invitation was used before", StringComparison.Ordinal));
        Directory.GetFiles(Path.Combine(_network.FolderOf("north"), "members")).Length.ShouldBe(2, "north, and the one that joined");
    }

    [Fact]
    public async Task An_expired_invitation_is_refused_by_either_side()
    {
        var invitation = await _network.Desk.InviteAsync(TimeSpan.FromMinutes(5));
        await _network.Desk.InviteAsync(TimeSpan.FromMinutes(30));
        var slow = new VirtualTime();
        slow.Advance(TimeSpan.FromDays(20_000));
        _network.Time.Advance(TimeSpan.FromMinutes(5));

        (await _network.RefusalAsync("south", invitation)).ShouldStartWith("The invitation expired at");
        (await _network.RefusalAsync("south", invitation, slow))
            .ShouldContain("refused enrollment of node 'south': The invitation expired at");
    }

    [Fact]
    public async Task A_forged_invitation_is_refused()
    {
        var known = await _network.Desk.InviteAsync();
        var root = Convert.FromHexString(known.RootFingerprint);

        var unknown = Invitation.Create(known.Address, known.ExpiresAt, root);
        (await _network.RefusalAsync("south", unknown)).ShouldContain("The invitation is forged");
        (await _network.RefusalAsync("south", Forged(known))).ShouldContain("The invitation is forged");
        _network.North.Log.Lines.ShouldContain(l => l.StartsWith(
            "Warning: Refused enrollment of 'south' from ipv4:127.0.0.1:", StringComparison.Ordinal));

        // Nobody could burn it: who was invited still joins.
        await using var south = await _network.JoinAsync("south", known);
    }

    [Fact]
    public async Task A_member_of_another_root_than_the_invitations_is_sent_nothing()
    {
        var known = await _network.Desk.InviteAsync();
        var other = Invitation.Create(known.Address, known.ExpiresAt, RandomNumberGenerator.GetBytes(32));

        (await _network.RefusalAsync("south", other)).ShouldContain("has another root than the invitation");

        Directory.GetFiles(_network.FolderOf("south")).ShouldBeEmpty();
        _network.North.Log.Lines.ShouldNotContain(l => l.Contains("south", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_name_that_is_taken_is_refused_and_the_invitation_is_not_used_by_that()
    {
        var invitation = await _network.Desk.InviteAsync();

        var options = _network.Options("other") with { Name = "north" };
        (await Should.ThrowAsync<JoinException>(() => NodeCertificates.JoinAsync(options, invitation))).Message.ShouldContain(
            "The network already has a node 'north'");

        await using var south = await _network.JoinAsync("south", invitation);
    }

    [Fact]
    public async Task An_invitation_for_a_node_lets_that_one_alone_join_also_in_the_place_of_a_lost_one()
    {
        (await _network.JoinAsync("south")).Certificates.Dispose();
        Directory.Delete(_network.FolderOf("south"), recursive: true);
        var invitation = await _network.Desk.InviteAsync(node: "south");

        (await _network.RefusalAsync("east", invitation)).ShouldContain("The invitation is for node 'south', not for 'east'");
        await using var south = await _network.JoinAsync("south", invitation);

        await _network.North.CallAsync(south.Certificates.ChannelTls());
    }

    [Fact]
    public async Task A_request_with_another_kind_of_key_or_one_that_it_does_not_have_is_refused_and_uses_nothing_up()
    {
        var invitation = await _network.Desk.InviteAsync();
        using var rsa = RSA.Create(2048);
        using var key = CertificateProfile.NewKey();
        var good = SigningRequest.Create("south", key);
        var ofRsa = new CertificateRequest("CN=south", rsa, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1).CreateSigningRequest();
        var ofAnother = good.ToArray();
        ofAnother[^1] ^= 1;

        foreach (var bad in new[] { ofRsa, ofAnother, [], new byte[5000] })
        {
            (await FailureAsync(() => AskAsync(invitation, good, bad))).StatusCode.ShouldBe(StatusCode.InvalidArgument);
        }

        await using var south = await _network.JoinAsync("south", invitation);
    }

    [Fact]
    public async Task A_node_that_joined_invites_nobody()
    {
        await using var south = await _network.JoinAsync("south");

        Should.Throw<ArgumentException>(() => EnrollmentServer.Start(
            south.Certificates, new EnrollmentServerOptions { IssuerAddress = south.Address }))
            .Message.ShouldContain("start the enrollment server on the founding node");
        Should.Throw<CertificateFolderException>(() => Invitations.Create(_network.FolderOf("south"), TimeSpan.FromMinutes(5)))
            .Message.ShouldContain("it has no 'issuing.pem'");
    }

    [Theory]
    [InlineData("http://127.0.0.1:7000", null, "an https address is needed")]
    [InlineData("https://127.0.0.1:7000", "0.0.0.0", "is no address that clients can use")]
    [InlineData("https://127.0.0.1:7000", "::", "is no address that clients can use")]
    public void A_desk_at_which_nobody_could_be_taken_is_refused(string member, string? bind, string message) =>
        Should.Throw<ArgumentException>(() => EnrollmentServer.Start(
        _network.North.Certificates, new EnrollmentServerOptions { IssuerAddress = new Uri(member),
            Bind = IPAddress.Parse(bind ?? "127.0.0.1") })).Message.ShouldContain(message);

    [Fact]
    public async Task A_folder_that_has_certificates_is_not_joined_with()
    {
        await using var south = await _network.JoinAsync("south");

        (await _network.RefusalAsync("south", await _network.Desk.InviteAsync())).ShouldContain("already has certificates");
    }

    public ValueTask DisposeAsync() => _network.DisposeAsync();

    private static async Task AskAsync(Invitation invitation, byte[] server, byte[] client)
    {
        await using var channel = new NativeChannel(
            new ChannelOptions { Address = invitation.Address, Tls = new ChannelTls { SkipVerification = true } });
        var proof = Invitation.ComputeProof(invitation.Secret, invitation.Id, new NodeIdentity("south", []), server, client);
        await new EnrollmentClient(channel).JoinAsync(new JoinRequest(invitation.Id, "south", [], server, client, proof), Within(60));
    }

    /// <summary>One with the id and all else of a known one, and a secret that was guessed.</summary>
    private static Invitation Forged(Invitation known)
    {
        var other = Invitation.Create(known.Address, known.ExpiresAt, known.Fingerprint);
        known.Id.CopyTo(other.Id, 0);
        return other;
    }

    /// <summary>The same invitation at the port that a restarted desk took.</summary>
    private static Invitation Moved(Invitation known, Uri address)
    {
        var other = Invitation.Create(address, known.ExpiresAt, known.Fingerprint);
        known.Id.CopyTo(other.Id, 0);
        known.Secret.CopyTo(other.Secret, 0);
        return other;
    }

    private HashSet<string> KeysIn(string node)
    {
        HashSet<string> keys = [];
        foreach (var file in Directory.GetFiles(_network.FolderOf(node), "*.pem"))
        {
            var text = File.ReadAllText(file);
            if (PemEncoding.TryFind(text, out var first) && text[first.Label] == "PRIVATE KEY")
            {
                keys.Add(text[first.Base64Data]);
            }
        }

        return keys;
    }
}
