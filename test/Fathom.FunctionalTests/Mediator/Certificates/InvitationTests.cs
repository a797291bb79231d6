using Fathom.Mediator.Certificates;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>Which invitation lets which node join, and how often.</summary>
public sealed class InvitationTests : IAsyncDisposable
{
    private readonly Network _network = new();

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
        var slow = new VirtualTime(VirtualTime.Present);
        _network.Time.Advance(TimeSpan.FromMinutes(5));

        (await _network.RefusalAsync("south", invitation)).ShouldStartWith("The invitation expired at");
        (await _network.RefusalAsync("south", invitation, slow))
            .ShouldContain("refused enrollment of node 'south': The invitation expired at");
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

    public ValueTask DisposeAsync() => _network.DisposeAsync();

    /// <summary>The same invitation at the port that a restarted desk took.</summary>
    private static Invitation Moved(Invitation known, Uri address)
    {
        var other = Invitation.Create(address, known.ExpiresAt, known.Fingerprint);
        known.Id.CopyTo(other.Id, 0);
        known.Secret.CopyTo(other.Secret, 0);
        return other;
    }
}
