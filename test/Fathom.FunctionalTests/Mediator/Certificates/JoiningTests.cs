using System.Security.Cryptography;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Certificates.Storage;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>Nodes that have joined a network over loopback.</summary>
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
    public async Task A_node_that_joined_invites_nobody()
    {
        await using var south = await _network.JoinAsync("south");

        Should.Throw<ArgumentException>(() => EnrollmentServer.Start(
            south.Certificates, new EnrollmentServerOptions { IssuerAddress = south.Address }))
            .Message.ShouldContain("start the enrollment server on the founding node");
        Should.Throw<CertificateFolderException>(() => Invitations.Create(_network.FolderOf("south"), TimeSpan.FromMinutes(5)))
            .Message.ShouldContain("it has no 'issuing.pem'");
    }

    [Fact]
    public async Task A_folder_that_has_certificates_is_not_joined_with()
    {
        await using var south = await _network.JoinAsync("south");

        (await _network.RefusalAsync("south", await _network.Desk.InviteAsync())).ShouldContain("already has certificates");
    }

    public ValueTask DisposeAsync() => _network.DisposeAsync();

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
