using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator.Certificates;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>The founding node decides which host names a member's certificate has.</summary>
public sealed class HostNameTests : IAsyncDisposable
{
    private readonly Network _network = new(new());

    [Fact]
    public async Task A_member_has_no_host_name_beside_its_own_by_default()
    {
        await using var south = await _network.JoinAsync("south");

        Hosts(south).ShouldBe(["south"]);
    }

    [Fact]
    public async Task A_member_has_the_host_names_of_its_invitation_also_after_a_renewal()
    {
        await using var south = await _network.JoinAsync("south", await _network.Desk.InviteAsync(hosts: ["south.example", "10.0.0.2"]));
        Hosts(south).ShouldBe(["south", "south.example", "10.0.0.2"]);
        var first = south.Certificates.Current;

        _network.Time.Advance(TimeSpan.FromDays(20.5));

        await Eventually.HoldsAsync(() => south.Certificates.Current != first, "renewed");
        Hosts(south).ShouldBe(["south", "south.example", "10.0.0.2"]);
    }

    [Fact]
    public async Task A_host_name_that_the_invitation_does_not_allow_is_refused_and_uses_nothing_up()
    {
        var invitation = await _network.Desk.InviteAsync(hosts: ["south.example"]);
        var options = _network.Options("south") with { HostNames = ["south.example", "bank.example"] };

        (await Should.ThrowAsync<JoinException>(() => NodeCertificates.JoinAsync(options, invitation)))
            .Message.ShouldContain("requests the host name 'bank.example', and its invitation allows south.example: invite it with --host");
        using var south = await NodeCertificates.JoinAsync(options with { HostNames = ["SOUTH.example"] }, invitation);
    }

    [Theory]
    [InlineData("localhost")]
    [InlineData("LOCALHOST.")]
    [InlineData("app.localhost")]
    [InlineData("127.0.0.1")]
    [InlineData("::1")]
    [InlineData("0.0.0.0")]
    [InlineData("0")]
    [InlineData("::")]
    [InlineData("::ffff:127.0.0.2")]
    [InlineData("printer")]
    [InlineData("printer.")]
    public async Task A_member_cannot_be_issued_a_host_name_that_is_every_machines_or_another_machines(string host)
    {
        foreach (var node in new[] { null, "south" })
        {
            (await Should.ThrowAsync<ArgumentException>(() => _network.Desk.InviteAsync(node: node, hosts: ["south.example", host])))
                .Message.ShouldContain($"'{host}' is ");
        }

        // An invitation that allows it, from before it was refused.
        var invitation = await _network.Desk.InviteAsync(node: "south");
        var file = Directory.GetFiles(Path.Combine(_network.FolderOf("north"), "invitations"), "*.json").Single();
        await File.WriteAllTextAsync(file, (await File.ReadAllTextAsync(file)).Replace(
            "\"hosts\": []", $"\"hosts\": [\"south.example\", \"{host}\"]", StringComparison.Ordinal));
        (await _network.RefusalAsync("south", invitation, hosts: [host])).ShouldContain($"'{host}' is ");
        await using var south = await _network.JoinAsync("south", invitation);
        Hosts(south).ShouldBe(["south", "south.example"]);
    }

    [Fact]
    public async Task No_node_is_called_localhost()
    {
        (await Should.ThrowAsync<ArgumentException>(async () => await _network.JoinAsync("localhost"))).Message
            .ShouldContain("'localhost' is no valid node name");
        await using var south = await _network.JoinAsync("south", await _network.Desk.InviteAsync(node: "south", hosts: ["south"]));
    }

    [Fact]
    public async Task A_member_that_asks_for_more_host_names_is_not_renewed()
    {
        await using (await _network.JoinAsync("south"))
        {
        }

        var log = new LineLogger();
        using var south = NodeCertificates.Open(
            SecuredNode.Options(_network.FolderOf("south"), "south", log, _network.Time) with { HostNames = ["bank.example"] });
        var first = south.Current;

        _network.Time.Advance(TimeSpan.FromDays(20.5));

        await Eventually.HoldsAsync(
            () => log.Lines.Any(l => l.Contains("requests the host name 'bank.example'", StringComparison.Ordinal)), "refused");
        south.Current.ShouldBe(first);
    }

    public ValueTask DisposeAsync() => _network.DisposeAsync();

    private static IEnumerable<string> Hosts(SecuredNode node)
    {
        var names = node.Certificates.Current.Files.Server.Certificate.Extensions.OfType<X509SubjectAlternativeNameExtension>().Single();
        return [.. names.EnumerateDnsNames(), .. names.EnumerateIPAddresses().Select(a => a.ToString())];
    }
}
