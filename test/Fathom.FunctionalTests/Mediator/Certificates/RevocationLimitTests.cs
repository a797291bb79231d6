using Fathom.Mediator.Certificates;
using Fathom.Mediator.Certificates.Protocol;
using Fathom.Mediator.Certificates.Renewal;
using Fathom.Mediator.Certificates.Revocation;
using Fathom.Mediator.Certificates.Storage;
using Fathom.TestKit;
using Fathom.Transport.Server;
using Fathom.Transport.Services;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Mediator.Certificates;

/// <summary>A founding node whose list of revoked certificates has no end.</summary>
public sealed class RevocationLimitTests : IAsyncDisposable
{
    // The windows of a connection and of a stream have room for a few pages that the node does not take.
    private const int MaxPagesUnread = 50;

    private readonly Network _network = new(new());

    [Fact]
    public async Task A_list_without_end_is_taken_up_to_its_limit_and_the_node_serves()
    {
        await (await _network.JoinAsync("east")).DisposeAsync();
        var founder = new EndlessList();
        await using var host = NativeHost.Start(
            [RenewalHost.Define(founder)], _network.North.Certificates.Secure(new NativeHostOptions()));
        var log = new LineLogger();
        await using var east = new SecuredNode(NodeCertificates.Open(SecuredNode.Options(_network.FolderOf("east"), "east", log,
            _network.Time) with { IssuerAddress = host.Address }), log);

        _network.Time.Advance(TimeSpan.FromMinutes(1));
        await Eventually.HoldsAsync(() => east.Certificates.Warning is not null, "the fetch has ended");

        await east.CallAsync(_network.North.Certificates.ChannelTls("east"));
        var most = SecurityPage.Number("256,000 entries");
        east.Certificates.Warning.ShouldBe(
            $"the list of revoked certificates has more than {most:N0} entries: those that expire first do not apply");
        log.Lines.ShouldContain(l => l.StartsWith($"Error: Revoked certificates may be accepted: {east.Certificates.Warning}",
            StringComparison.Ordinal));
        founder.Pages.ShouldBeLessThan((most / RenewalService.PageSize) + MaxPagesUnread);
        await Eventually.HoldsAsync(() => File.ReadAllText(Path.Combine(_network.FolderOf("east"), "revoked.json")).Length > most,
            "what it took is kept");
    }

    [Fact]
    public async Task Of_a_list_beyond_the_limit_what_expires_last_applies()
    {
        await using var south = await _network.JoinAsync("south");
        await using var east = await _network.JoinAsync("east");
        var (now, north) = (_network.Time.GetUtcNow(), _network.FolderOf("north"));
        new RevocationFile(CertificateFolder.At(north)).Write(new RevocationList(Enumerable.Range(0, SecurityPage.Number("256,000 entries"))
            .Select(i => new RevokedCertificate($"{i:X32}", "former", now, "", now))));
        Revocations.Revoke(north, "south", time: _network.Time).ShouldBe(2);

        _network.Time.Advance(TimeSpan.FromMinutes(1));

        await Eventually.HoldsAsync(() => east.Certificates.Warning is not null, "the list is cut");
        await FailureAsync(() => east.CallAsync(south.Certificates.ChannelTls("east")));
        await Eventually.HoldsAsync(() => east.Log.Lines.Any(
            l => l.Contains("the certificate of node 'south' was revoked at", StringComparison.Ordinal)), "it says why");
    }

    public ValueTask DisposeAsync() => _network.DisposeAsync();

    private sealed class EndlessList : IRenewal
    {
        private int _pages;

        public int Pages => Volatile.Read(ref _pages);

        public ValueTask<SignedCertificates> RenewAsync(RenewalRequest request, CallContext context = default) =>
            throw new NotSupportedException();

        public async IAsyncEnumerable<RevokedCertificates> GetRevokedAsync(CallContext context = default)
        {
            while (!context.CancellationToken.IsCancellationRequested)
            {
                var first = Interlocked.Increment(ref _pages) * RenewalService.PageSize;
                yield return new RevokedCertificates([.. Enumerable.Range(first, RenewalService.PageSize)
                    .Select(i => new RevokedEntry($"{i:X32}", "former", 0, "", i))]);
                await Task.Yield();
            }
        }
    }
}
