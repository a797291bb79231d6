using Fathom.Mediator.Certificates;
using Fathom.Mediator.Certificates.Renewal;
using Fathom.Mediator.Certificates.Trust;

namespace Fathom.Tests.Mediator.Certificates;

/// <summary>The founding node renews what is due, by the clock it was given.</summary>
[Collection(SharedIntermediates.Name)]
public sealed class RenewalTests : IDisposable
{
    private readonly FoundingNode _north = new();

    [Fact]
    public void A_nodes_certificates_are_renewed_at_two_thirds_of_their_life()
    {
        using var node = _north.Open();
        var (root, first) = (node.RootFingerprint, node.ExpiresAt);
        var serial = Serial(node);

        _north.Time.Advance(TimeSpan.FromDays(19.9));
        node.ExpiresAt.ShouldBe(first);

        _north.Time.Advance(TimeSpan.FromDays(0.2));
        node.ExpiresAt.ShouldBeGreaterThan(first);
        Serial(node).ShouldNotBe(serial);
        node.RootFingerprint.ShouldBe(root);
        _north.Log.Lines.ShouldContain(line => line.StartsWith("Information: Renewed the node's certificate", StringComparison.Ordinal));
    }

    [Fact]
    public void What_is_renewed_is_on_the_disk_and_has_another_key()
    {
        string before;
        string key;
        using (var node = _north.Open())
        {
            (before, key) = (Serial(node), Key(node));
            _north.Time.Advance(TimeSpan.FromDays(25));
        }

        using var again = _north.Open();
        Serial(again).ShouldNotBe(before);
        Key(again).ShouldNotBe(key);
    }

    [Fact]
    public void Over_thirty_years_every_certificate_is_renewed_and_whoever_knew_the_first_root_knows_the_last()
    {
        using var node = _north.Open(new CertificateLifetimes { Node = TimeSpan.FromDays(200) });
        var (fingerprint, issuing) = (node.RootFingerprint, node.Current.Files.Server.Intermediates[0].SerialNumber);
        var (firstRoot, rootSerials) = (node.Current.Files.Root, new HashSet<string>());
        for (var day = 0; day < 30 * 365; day += 25)
        {
            _north.Time.Advance(TimeSpan.FromDays(25));
            var files = node.Current.Files;
            rootSerials.Add(files.Root.SerialNumber);
            var now = _north.Time.GetUtcNow();
            ChainRules.Fault(files.Server.Certificate, files.Server.Intermediates, files.Root, CertificatePurpose.Server, now, "north")
                .ShouldBeNull($"day {day}");
            ChainRules.Fault(files.Client.Certificate, files.Client.Intermediates, files.Root, CertificatePurpose.Client, now, "north")
                .ShouldBeNull($"day {day}");
            if (now < firstRoot.NotAfter.ToUniversalTime())
            {
                ChainRules.Fault(files.Server.Certificate, files.Server.Intermediates, firstRoot, CertificatePurpose.Server, now)
                    .ShouldBeNull($"day {day}, by the first root");
            }
        }

        rootSerials.Count.ShouldBe(5, "30 years / two thirds of 10, and the first");
        node.Current.Files.Server.Intermediates[0].SerialNumber.ShouldNotBe(issuing);
        node.RootFingerprint.ShouldBe(fingerprint);
    }

    [Fact]
    public void A_node_that_was_away_for_longer_than_its_certificates_live_helps_itself()
    {
        _north.Open().Dispose();
        _north.Time.Advance(TimeSpan.FromDays(400));

        using var node = _north.Open();

        var now = _north.Time.GetUtcNow();
        node.ExpiresAt.ShouldBeGreaterThan(now);
        var files = node.Current.Files;
        ChainRules.Fault(files.Server.Certificate, files.Server.Intermediates, files.Root, CertificatePurpose.Server, now).ShouldBeNull();
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(10)]
    [InlineData(60)]
    [InlineData(30 * 24 * 60)]
    public void A_connection_is_replaced_and_has_completed_its_calls_before_the_certificate_of_its_peer_expires(int minutes)
    {
        using var node = _north.Open(new CertificateLifetimes { Node = TimeSpan.FromMinutes(minutes) });
        var (now, renewAt) = (_north.Time.GetUtcNow(), node.Current.Files.RenewAt);

        // The peer's is as old as it becomes: it is renewed when it is due, after the 10 s between two checks.
        var oldest = renewAt > now ? renewAt : now.AddSeconds(10);
        (oldest + (2 * node.MaxConnectionAge)).ShouldBeLessThan(node.ExpiresAt);
    }

    [Fact]
    public void Nothing_is_renewed_after_the_end()
    {
        var node = _north.Open();
        var first = node.ExpiresAt;
        node.Dispose();

        _north.Time.Advance(TimeSpan.FromDays(25));

        node.ExpiresAt.ShouldBe(first);
        _north.Time.Pending.ShouldBe(0);
    }

    [Fact]
    public void It_looks_when_something_is_due_and_at_least_each_day()
    {
        var now = _north.Time.GetUtcNow();

        RenewalSchedule.Wait(now, now.AddHours(3)).ShouldBe(TimeSpan.FromHours(3));
        RenewalSchedule.Wait(now, now.AddDays(900)).ShouldBe(TimeSpan.FromDays(1));
        RenewalSchedule.Wait(now, now.AddDays(-1)).ShouldBe(TimeSpan.FromSeconds(10));
        RenewalSchedule.Retry(now, now.AddDays(10)).ShouldBe(TimeSpan.FromHours(1));
        RenewalSchedule.Retry(now, now.AddMinutes(30)).ShouldBe(TimeSpan.FromMinutes(3));
        RenewalSchedule.Retry(now, now.AddMinutes(-30)).ShouldBe(TimeSpan.FromSeconds(10));
    }

    public void Dispose() => _north.Dispose();

    private static string Serial(NodeCertificates node) => node.Current.Files.Server.Certificate.SerialNumber;

    private static string Key(NodeCertificates node) => Convert.ToHexString(node.Current.Files.Server.Certificate.GetPublicKey());
}
