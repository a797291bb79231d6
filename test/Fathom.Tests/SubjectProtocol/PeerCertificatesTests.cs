using Fathom.SubjectProtocol;

namespace Fathom.Tests.SubjectProtocol;

public class PeerCertificatesTests
{
    private static readonly string Root = Block("CERTIFICATE", "AAAA");
    private static readonly string RootKey = Block("PRIVATE KEY", "BBBB");
    private static readonly string Own = Block("CERTIFICATE", "CCCC");
    private static readonly string Key = Block("PRIVATE KEY", "DDDD");

    [Fact]
    public void A_certificate_alone_is_the_one_to_trust() => PeerCertificates.Parse(Root + "\n").ShouldBe(new PeerCertificates(Root));

    [Fact]
    public void Four_blocks_are_root_and_client()
    {
        var certificates = new PeerCertificates(Root, new ClientCertificates(RootKey, Own, Key));
        certificates.ToPem().ShouldBe(string.Join('\n', Root, RootKey, Own, Key));
        PeerCertificates.Parse(certificates.ToPem()).ShouldBe(certificates);
    }

    [Fact]
    public void Anything_else_is_refused_with_what_was_found()
    {
        foreach (var pem in new[] { "", RootKey, Root + "\n" + RootKey, string.Join('\n', Root, RootKey, Key, Own) })
        {
            Should.Throw<FormatException>(() => PeerCertificates.Parse(pem)).Message.ShouldContain("found: ");
        }
    }

    private static string Block(string label, string content) => $"-----BEGIN {label}-----\n{content}\n-----END {label}-----";
}
