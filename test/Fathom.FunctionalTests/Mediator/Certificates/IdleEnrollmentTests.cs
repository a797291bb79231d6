using System.Net.Sockets;
using Fathom.TestKit;
using Fathom.Transport.Client;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>The port for new nodes, to clients that do not join.</summary>
public sealed class IdleEnrollmentTests : IAsyncDisposable
{
    private readonly Network _network = new(new());

    [Fact]
    public async Task A_connection_that_only_stays_is_ended()
    {
        await _network.Desk.InviteAsync(TimeSpan.FromMinutes(5));
        using var open = await OpenConnection.OpenAsync(
            _network.Desk.Address, new ChannelTls { SslOptionsFactory = () => new()
            {
#pragma warning disable CA5359 // It does not join.
                RemoteCertificateValidationCallback = static (_, _, _, _) => true,
#pragma warning restore CA5359
            } });

        _network.Time.Advance(SecurityPage.Time("30 s each") - TimeSpan.FromSeconds(1));
        await open.ServedAsync();

        _network.Time.Advance(TimeSpan.FromSeconds(2));
        (await open.HasEndedAsync(TimeSpan.FromSeconds(60))).ShouldBeTrue();
    }

    [Fact]
    public async Task A_client_that_is_not_of_TLS_leaves_one_line_in_the_log()
    {
        await _network.Desk.InviteAsync(TimeSpan.FromMinutes(5));
        using var tcp = new TcpClient();
        await tcp.ConnectAsync(_network.Desk.Address.Host, _network.Desk.Address.Port);
        await tcp.GetStream().WriteAsync("GET / HTTP/1.1\r\n\r\n"u8.ToArray());

        await Eventually.HoldsAsync(() => Refused() > 0, "a line");
        Refused().ShouldBe(1);
    }

    public ValueTask DisposeAsync() => _network.DisposeAsync();

    private int Refused() => _network.North.Log.Lines.Count(
        l => l.StartsWith("Warning: A connection from ipv4:127.0.0.1:", StringComparison.Ordinal));
}
