using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator.Certificates;
using Fathom.Subjects.Hosts;
using Fathom.TestKit;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>Who is admitted over real sockets, in both directions, and what is said of who is not.</summary>
public sealed class MutualTlsTests : IAsyncDisposable
{
    private readonly TemporaryFolder _temporary = new();
    private readonly VirtualTime _time = new();
    private readonly SecuredNode _north;
    private readonly NodeCertificates _foreign;

    public MutualTlsTests()
    {
        _time.Advance(TimeSpan.FromDays(20_000));
        _north = SecuredNode.Found(_temporary.PathOf("north"), time: _time);
        _foreign = NodeCertificates.OpenOrCreate(SecuredNode.Options(_temporary.PathOf("foreign"), "north", time: _time));
    }

    /// <summary>What a client shows.</summary>
    public enum Shown
    {
        OtherRoot,
        Expired,
        NotYetValid,
        WrongPurpose,
        SelfSigned,
        IntermediateMissing,
        Nothing,
    }

    [Fact]
    public async Task A_node_of_the_same_root_is_admitted_and_the_handler_knows_its_name()
    {
        await _north.CallAsync(_north.Certificates.ChannelTls());
        await _north.CallAsync(_north.Certificates.ChannelTls("north"));

        _north.Callers.ShouldBe(["north", "north"]);
        _north.Log.Lines.ShouldNotContain(line => line.StartsWith("Warning", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(Shown.OtherRoot, "which is not the root of this network")]
    [InlineData(Shown.Expired, "expired at")]
    [InlineData(Shown.NotYetValid, "is not valid before")]
    [InlineData(Shown.WrongPurpose, "it is not made for a client")]
    [InlineData(Shown.SelfSigned, "it is self-signed")]
    [InlineData(Shown.IntermediateMissing, "it came without its issuer 'CN=Fathom issuing")]
    [InlineData(Shown.Nothing, "it has shown no certificate")]
    public async Task A_client_that_is_not_of_the_network_is_refused_with_a_log_line_and_nothing_it_sends_is_read(Shown shown, string why)
    {
        // The certificates are as they were while the node's clock moves: the client does not look at its own.
        var mine = _north.Certificates.Current.Files;
        var trusted = mine.Root;
        _north.Certificates.Dispose();
        _time.Advance(shown switch
        {
            Shown.Expired => TimeSpan.FromDays(31),
            Shown.NotYetValid => TimeSpan.FromDays(-1),
            _ => TimeSpan.Zero,
        });

        var refused = await FailureAsync(() => _north.CallAsync(Showing(shown switch
        {
            Shown.OtherRoot => Context(_foreign.Current.Files.Client.Certificate, _foreign.Current.Files.Client.Intermediates),
            Shown.Expired or Shown.NotYetValid => Context(mine.Client.Certificate, mine.Client.Intermediates),
            Shown.WrongPurpose => Context(mine.Server.Certificate, mine.Server.Intermediates),
            Shown.SelfSigned => Context(EphemeralCertificate.Create(), []),
            Shown.IntermediateMissing => Context(mine.Client.Certificate, []),
            _ => null,
        })));

        refused.StatusCode.ShouldBe(StatusCode.Unavailable, refused.ToString());
        await Eventually.HoldsAsync(() => _north.Log.Lines.Count > 1, "a line besides that of the founding");
        _north.Log.Lines.ShouldContain(
            line => line.StartsWith("Warning: A connection from ipv4:127.0.0.1:", StringComparison.Ordinal)
                && line.Contains(why, StringComparison.Ordinal),
            string.Join('\n', _north.Log.Lines));
        _north.Read.ShouldBe(0);
        _north.Callers.ShouldBeEmpty();
        trusted.ShouldNotBeNull();
    }

    [Fact]
    public async Task Plain_HTTP2_is_refused_with_a_log_line_and_nothing_it_sends_is_read()
    {
        await using var plain = new NativeChannel(new ChannelOptions { Address = new UriBuilder(_north.Address) { Scheme = "http" }.Uri });

        var refused = await FailureAsync(() => SecuredNode.CallAsync(plain));

        refused.StatusCode.ShouldBe(StatusCode.Unavailable, refused.ToString());
        await Eventually.HoldsAsync(
            () => _north.Log.Lines.Any(l => l.StartsWith("Warning: A connection from ipv4:127.0.0.1:", StringComparison.Ordinal)
                && l.Contains("TLS handshake failed", StringComparison.Ordinal)),
            "a line in the log");
        _north.Read.ShouldBe(0);
    }

    [Fact]
    public async Task After_all_who_were_refused_a_node_is_served_as_before()
    {
        await FailureAsync(() => _north.CallAsync(_foreign.ChannelTls()));
        await FailureAsync(() => _north.CallAsync(Showing(null)));

        await _north.CallAsync(_north.Certificates.ChannelTls());

        _north.Callers.ShouldBe(["north"]);
    }

    [Fact]
    public async Task A_server_of_another_root_is_refused_and_sent_nothing()
    {
        var log = new LineLogger();
        using var stranger = NodeCertificates.OpenOrCreate(SecuredNode.Options(_temporary.PathOf("stranger"), "stranger", log, _time));

        var refused = await FailureAsync(() => _north.CallAsync(stranger.ChannelTls()));

        refused.Status.Detail.ShouldContain("which is not the root of this network");
        log.Lines.ShouldContain(line => line.StartsWith("Warning: Refused a server: its chain ends in", StringComparison.Ordinal));
        _north.Read.ShouldBe(0);
    }

    [Fact]
    public async Task A_server_that_is_another_node_than_the_one_called_is_refused()
    {
        var refused = await FailureAsync(() => _north.CallAsync(_north.Certificates.ChannelTls("south")));

        refused.Status.Detail.ShouldContain("it is node 'north', and 'south' was expected");
        _north.Read.ShouldBe(0);
    }

    [Fact]
    public async Task Certificates_are_read_once_and_not_for_each_connection()
    {
        foreach (var file in Directory.GetFiles(_temporary.PathOf("north")))
        {
            File.Delete(file);
        }

        await _north.CallAsync(_north.Certificates.ChannelTls());
        await _north.CallAsync(_north.Certificates.ChannelTls());

        _north.Callers.Count.ShouldBe(2);
    }

    public async ValueTask DisposeAsync()
    {
        await _north.DisposeAsync();
        _foreign.Dispose();
        _temporary.Dispose();
    }

    private static SslStreamCertificateContext Context(X509Certificate2 certificate, X509Certificate2Collection above) =>
        SslStreamCertificateContext.Create(certificate, above, offline: true);

    /// <summary>A client that takes any server, so that it is the server who decides.</summary>
    private static ChannelTls Showing(SslStreamCertificateContext? context) => new()
    {
        SslOptionsFactory = () => new SslClientAuthenticationOptions
        {
            ClientCertificateContext = context,
#pragma warning disable CA5359 // It is the stranger here.
            RemoteCertificateValidationCallback = static (_, _, _, _) => true,
#pragma warning restore CA5359
        },
    };
}
