using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Fathom.Tests.Mediator.Certificates;

/// <summary>What a node's first start makes, and what it makes of a folder at the next.</summary>
public sealed class FoundingTests : IDisposable
{
    private readonly NodeFolder _folder = new();

    [Fact]
    public void The_first_start_makes_root_issuing_server_and_client_certificates()
    {
        using var node = _folder.Open();

        node.IsIssuing.ShouldBeTrue();
        node.Name.ShouldBe("north");
        _folder.Pems().ShouldBe(NodeFolder.Files);
        _folder.Certificates("server.pem").Count.ShouldBe(2, "its own and the issuing one");
        _folder.Certificates("client.pem").Count.ShouldBe(2);
        _folder.Certificates("root.pem").Count.ShouldBe(1);
    }

    [Fact]
    public void The_next_start_finds_the_same_certificates()
    {
        _folder.Open().Dispose();
        var before = NodeFolder.Files.ToDictionary(file => file, file => File.ReadAllText(_folder.PathOf(file)));

        using var again = _folder.Open();

        foreach (var (file, text) in before)
        {
            File.ReadAllText(_folder.PathOf(file)).ShouldBe(text, file);
        }
    }

    [Theory]
    [InlineData("root.pem", "issuing.pem", "server.pem", "client.pem")]
    [InlineData("issuing.pem", "server.pem", "client.pem")]
    [InlineData("server.pem", "client.pem")]
    [InlineData("client.pem")]
    public void A_first_start_that_was_cut_short_is_completed_by_the_next(params string[] missing)
    {
        _folder.Open().Dispose();
        foreach (var file in missing)
        {
            File.Delete(_folder.PathOf(file));
        }

        File.WriteAllText(_folder.PathOf(".client.pem.abc.tmp"), "half a k");
        using var node = _folder.Open();

        _folder.Pems().ShouldBe(NodeFolder.Files);
        Directory.GetFiles(_folder.Path, "*.tmp").ShouldBeEmpty();
        using var root = X509Certificate2.CreateFromPem(File.ReadAllText(_folder.PathOf("root.pem")));
        Peer.FaultOf(_folder.Certificates("server.pem"), root, node.Name).ShouldBeNull();
    }

    [Fact]
    public void Certificates_say_what_they_are_for()
    {
        using var node = _folder.Open();
        var (server, client) = (_folder.Certificates("server.pem"), _folder.Certificates("client.pem"));
        using var root = _folder.Certificates("root.pem")[0];

        Usages(server[0]).ShouldBe(["1.3.6.1.5.5.7.3.1"]);
        Usages(client[0]).ShouldBe(["1.3.6.1.5.5.7.3.2"]);
        Constraints(root).ShouldBe((true, 1));
        Constraints(server[1]).ShouldBe((true, 0));
        Constraints(server[0]).ShouldBe((false, null));
        server[0].GetNameInfo(X509NameType.SimpleName, forIssuer: false).ShouldBe("north");
        var names = server[0].Extensions.OfType<X509SubjectAlternativeNameExtension>().Single();
        names.EnumerateDnsNames().ShouldBe(["north", "localhost"]);
        names.EnumerateIPAddresses().Select(a => a.ToString()).ShouldBe(["127.0.0.1", "::1"]);
        X509Certificate2[] all = [root, server[1], server[0], client[0]];
        all.Select(c => c.SerialNumber).Distinct().Count().ShouldBe(4);
        foreach (var certificate in all)
        {
            certificate.SerialNumberBytes.Length.ShouldBe(16, "127 random bits");
            certificate.GetECDsaPublicKey()!.KeySize.ShouldBe(256);
        }
    }

    [Fact]
    public void Two_networks_have_nothing_in_common()
    {
        using var one = _folder.Open();
        using var other = _folder.OpenOther();

        other.RootFingerprint.ShouldNotBe(one.RootFingerprint);
        one.RootFingerprint.Length.ShouldBe(64);
    }

    public void Dispose() => _folder.Dispose();

    private static IEnumerable<string?> Usages(X509Certificate2 certificate) =>
        certificate.Extensions.OfType<X509EnhancedKeyUsageExtension>().Single().EnhancedKeyUsages.Cast<Oid>().Select(o => o.Value);

    private static (bool, int?) Constraints(X509Certificate2 certificate)
    {
        var basic = certificate.Extensions.OfType<X509BasicConstraintsExtension>().Single();
        return (basic.CertificateAuthority, basic.HasPathLengthConstraint ? basic.PathLengthConstraint : null);
    }
}
