using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator.Certificates;
using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Certificates.Protocol;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>Enrollments that are refused use up no invitation.</summary>
public sealed class RefusedEnrollmentTests : IAsyncDisposable
{
    private readonly Network _network = new();

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
    public async Task Refusals_without_pause_do_not_fill_the_log()
    {
        const int MaxLinesPerMinute = 60;
        var time = System.Diagnostics.Stopwatch.StartNew();
        var known = await _network.Desk.InviteAsync();
        var unknown = Invitation.Create(known.Address, known.ExpiresAt, Convert.FromHexString(known.RootFingerprint));

        for (var i = 0; i < 2 * MaxLinesPerMinute; i++)
        {
            (await _network.RefusalAsync("south", unknown)).ShouldContain("The invitation is forged");
        }

        _network.North.Log.Lines.Count(l => l.Contains("Refused enrollment", StringComparison.Ordinal))
            .ShouldBeInRange(MaxLinesPerMinute, MaxLinesPerMinute * (1 + (int)time.Elapsed.TotalMinutes));
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
}
