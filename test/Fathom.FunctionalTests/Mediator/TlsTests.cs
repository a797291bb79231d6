using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.Subjects.Hosts;
using Fathom.TestKit;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;

namespace Fathom.FunctionalTests.Mediator;

/// <summary>Nodes whose hops have TLS, both sides shown and asked for.</summary>
public sealed class TlsTests : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly X509Certificate2 _ours = EphemeralCertificate.Create();
    private readonly X509Certificate2 _other = EphemeralCertificate.Create();

    [Fact]
    public async Task Nodes_of_one_root_reach_each_other()
    {
        await using var red = TestNode.Start("red", FreePort.Next(), tls: new MutualTls(_ours, _ours));
        await using var sender = TestNode.Start("sender", null, [("Red", red.Node.Address!.Port)], tls: new MutualTls(_ours, _ours));

        (await sender.Mediator.SendAsync(new Ping("x"u8.ToArray()), MessageContext.WithTimeout(Patience))).Node.ShouldBe("red");
        await sender.Mediator.PublishAsync(new Bing(1), MessageContext.WithTimeout(Patience));

        red.Log.Bings.ShouldBe([1]);
        red.Node.Address.Scheme.ShouldBe("https");
    }

    [Theory]
    [InlineData("another certificate")]
    [InlineData("no TLS")]
    public async Task Others_are_refused_and_heard_of(string has)
    {
        await using var red = TestNode.Start("red", FreePort.Next(), tls: new MutualTls(_ours, _ours));
        await using var sender = TestNode.Start(
            "sender", null, [("Red", red.Node.Address!.Port)], tls: has == "no TLS" ? new NoTls() : new MutualTls(_other, _ours));

        var failure = await Should.ThrowAsync<PublishException>(
            () => sender.Mediator.PublishAsync(new Bing(1), MessageContext.WithTimeout(Patience)).AsTask());

        failure.InnerExceptions.ShouldHaveSingleItem().ShouldBeOfType<MediatorException>().StatusCode.ShouldBe(StatusCode.Unavailable);
        red.Log.Bings.ShouldBeEmpty();
        await Fathom.TestKit.Eventually.HoldsAsync(
            () => red.Lines.Lines.Any(l => l.StartsWith("Warning: A connection from ", StringComparison.Ordinal)), "the log says why");
    }

    [Fact]
    public async Task Nodes_of_one_network_reach_each_other_by_their_own_certificates_and_renew_them_there()
    {
        await using var network = new Certificates.Network();
        await using var joined = await network.JoinAsync("south");
        var north = new CertificateTls(network.North.Certificates);
        north.Services.ShouldHaveSingleItem();
        await using var red = TestNode.Start("red", FreePort.Next(), tls: north);
        await using var sender = TestNode.Start("sender", null, [("Red", red.Node.Address!.Port)],
            s => s.Remotes["Red"].Node = "north", tls: new CertificateTls(joined.Certificates));

        (await sender.Mediator.SendAsync(new Ping("x"u8.ToArray()), MessageContext.WithTimeout(Patience))).Node.ShouldBe("red");
    }

    [Fact]
    public async Task A_node_of_the_network_does_not_answer_in_the_place_of_another()
    {
        await using var network = new Certificates.Network();
        await using var joined = await network.JoinAsync("south");
        await using var impostor = TestNode.Start("red", FreePort.Next(), tls: new CertificateTls(network.North.Certificates));
        await using var sender = TestNode.Start("sender", null, [("Red", impostor.Node.Address!.Port)],
            tls: new CertificateTls(joined.Certificates));

        var failure = await Should.ThrowAsync<MediatorException>(
            () => sender.Mediator.SendAsync(new Ping("x"u8.ToArray()), MessageContext.WithTimeout(Patience)).AsTask());

        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        failure.Message.ShouldContain("it is node 'north', and 'red' was expected");
    }

    [Fact]
    public async Task A_notification_is_of_the_node_whose_certificate_brought_it_whatever_its_metadata_claim()
    {
        await using var network = new Certificates.Network();
        await using var joined = await network.JoinAsync("south");
        await using var red = TestNode.Start("red", FreePort.Next(), tls: new CertificateTls(network.North.Certificates));

        // Its metadata name the sender 'east'.
        await using var sender = TestNode.Start("east", FreePort.Next(), [("Red", red.Node.Address!.Port)],
            s => s.Remotes["Red"].Node = "north", tls: new CertificateTls(joined.Certificates));

        await sender.Mediator.PublishAsync(new Bing(1), MessageContext.WithTimeout(Patience));

        red.Log.Origins.ShouldHaveSingleItem().Node.ShouldBe("south");
    }

    [Fact]
    public async Task A_node_of_another_network_is_refused()
    {
        await using var network = new Certificates.Network();
        await using var other = new Certificates.Network();
        await using var red = TestNode.Start("red", FreePort.Next(), tls: new CertificateTls(network.North.Certificates));
        await using var sender = TestNode.Start("sender", null, [("Red", red.Node.Address!.Port)],
            tls: new CertificateTls(other.North.Certificates));

        var failure = await Should.ThrowAsync<MediatorException>(
            () => sender.Mediator.SendAsync(new Ping("x"u8.ToArray()), MessageContext.WithTimeout(Patience)).AsTask());

        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
    }

    public void Dispose()
    {
        _ours.Dispose();
        _other.Dispose();
    }

    private sealed class MutualTls(X509Certificate2 own, X509Certificate2 root) : INodeTls
    {
        public NativeHostTls ForHost() => new() { Certificate = own, ClientRoots = [root] };

        public ChannelTls ForRemote(string remote, string node) => new() { ClientCertificate = own, TrustedRoots = [root] };
    }
}
