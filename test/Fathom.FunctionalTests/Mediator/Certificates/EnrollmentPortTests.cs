using System.Net;
using System.Net.Sockets;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.Mediator.Certificates.Protocol;
using Fathom.TestKit;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>The port for new nodes: when it is open, where, and what it serves.</summary>
public sealed class EnrollmentPortTests : IAsyncDisposable
{
    private readonly Network _network = new();

    [Fact]
    public void Its_limits_are_those_of_the_page()
    {
        EnrollmentServer.MaxConnectionCount.ShouldBe(SecurityPage.Number("64 connections"));
        EnrollmentServer.MaxHandshake.ShouldBe(SecurityPage.Time("5 s for a handshake"));
        EnrollmentServer.MaxRequestSize.ShouldBe((int)SecurityPage.Bytes("16 KiB. An invitation"));
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
    public async Task One_address_does_not_keep_others_from_joining()
    {
        var invitation = await _network.Desk.InviteAsync();
        List<Socket> held = [];
        Socket refused;
        do
        {
            refused = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
            refused.Bind(new IPEndPoint(IPAddress.Parse("127.0.0.2"), 0));
            await refused.ConnectAsync(IPAddress.Loopback, _network.Desk.Address.Port);
            held.Add(refused);
        }
        while (held.Count <= SecurityPage.Number("16 of one address, 30 s"));

        await using var south = await _network.JoinAsync("south", invitation);

        // The last of the seventeen was closed at once; the others have five seconds for their handshakes.
        (await refused.ReceiveAsync(new byte[1])).ShouldBe(0);
        held.ForEach(socket => socket.Dispose());
    }

    [Theory]
    [InlineData("http://127.0.0.1:7000", null, "an https address is needed")]
    [InlineData("https://127.0.0.1:7000", "0.0.0.0", "is no address that clients can use")]
    [InlineData("https://127.0.0.1:7000", "::", "is no address that clients can use")]
    public void A_desk_at_which_nobody_could_be_taken_is_refused(string member, string? bind, string message) =>
        Should.Throw<ArgumentException>(() => EnrollmentServer.Start(
        _network.North.Certificates, new EnrollmentServerOptions { IssuerAddress = new Uri(member),
            Bind = IPAddress.Parse(bind ?? "127.0.0.1") })).Message.ShouldContain(message);

    public ValueTask DisposeAsync() => _network.DisposeAsync();
}
