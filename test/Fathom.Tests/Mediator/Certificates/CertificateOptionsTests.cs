using Fathom.Mediator.Certificates;

namespace Fathom.Tests.Mediator.Certificates;

/// <summary>Names, addresses and lifetimes that no node can have.</summary>
public sealed class CertificateOptionsTests : IDisposable
{
    private readonly NodeFolder _folder = new();

    [Theory]
    [InlineData("")]
    [InlineData("North")]
    [InlineData("-north")]
    [InlineData("north.example")]
    [InlineData("no rth")]
    [InlineData("north\n")]
    public void What_cannot_be_a_name_is_refused(string name) =>
        Should.Throw<ArgumentException>(() => _folder.Open(name)).Message.ShouldContain("lower-case letters");

    [Theory]
    [InlineData("a b")]
    [InlineData("")]
    [InlineData("*.example")]
    [InlineData("a\nb")]
    public void What_cannot_be_a_host_name_is_refused(string host) => Should.Throw<ArgumentException>(() => NodeCertificates.OpenOrCreate(
        new NodeCertificatesOptions { Folder = _folder.Path, Name = "north", HostNames = [host] })).Message.ShouldContain(
            "is neither a host name nor an address");

    [Fact]
    public void Renewal_at_an_address_without_TLS_is_refused() => Should.Throw<ArgumentException>(() => NodeCertificates.OpenOrCreate(
        new NodeCertificatesOptions { Folder = _folder.Path, Name = "north",
            IssuerAddress = new Uri("http://127.0.0.1:1") })).Message.ShouldContain("an https address is needed");

    [Fact]
    public void Lives_that_do_not_fit_into_each_other_are_refused() => Should.Throw<ArgumentException>(() => NodeCertificates.OpenOrCreate(
        new NodeCertificatesOptions { Folder = _folder.Path, Name = "north",
            Lives = new CertificateLifetimes { Node = TimeSpan.FromDays(400) } })).Message.ShouldContain(
                "each at most as long as the next");

    public void Dispose() => _folder.Dispose();
}
