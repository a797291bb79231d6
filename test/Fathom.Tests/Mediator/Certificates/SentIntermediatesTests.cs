using Fathom.Mediator.Certificates.Nodes;
using Microsoft.Extensions.Logging.Abstractions;

namespace Fathom.Tests.Mediator.Certificates;

/// <summary>A certificate that a client of this process sends is loaded once. Its handle is the certificate itself, of OpenSSL.</summary>
[Collection(SharedIntermediates.Name)]
public sealed class SentIntermediatesTests : IDisposable
{
    private readonly FoundingNode _north = new();

    [Fact]
    public void A_node_that_renews_or_opens_again_sends_the_issuing_certificate_that_is_loaded()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "handles are those of OpenSSL");
        using var node = _north.Open();
        var first = node.Current;

        _north.Time.Advance(TimeSpan.FromDays(25));
        node.Current.ShouldNotBeSameAs(first);
        Sent(node.Current).ShouldBe(Sent(first));

        using var again = _north.Open();
        Sent(again.Current).ShouldBe(Sent(first));

        _north.Time.Advance(TimeSpan.FromDays(365));
        Sent(node.Current).ShouldNotBe(Sent(first), "another issuing certificate");
    }

    public void Dispose() => _north.Dispose();

    private nint Sent(NodeCredentials credentials) =>
        credentials.ForOutgoing(null, _north.Time, NullLogger.Instance).ClientCertificateContext!.IntermediateCertificates.Single().Handle;
}
