using System.Runtime.Versioning;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Fathom.Mediator.Certificates;
using Fathom.Lab.Prerequisites;
using Fathom.Mediator.Certificates.Storage;
using Fathom.TestKit;

namespace Fathom.Tests.Mediator.Certificates;

/// <summary>What a node's first start makes, and what it makes of a folder at the next.</summary>
public sealed class FoundingTests : IDisposable
{
    private static readonly string[] Files = ["client.pem", "issuing.pem", "root-key.pem", "root.pem", "server.pem"];

    private readonly TemporaryFolder _temporary = new();

    private string Folder => _temporary.PathOf("node");

    [Fact]
    public void The_first_start_makes_root_issuing_server_and_client_certificates()
    {
        using var node = Open();

        node.IsIssuing.ShouldBeTrue();
        node.Name.ShouldBe("north");
        Pems().ShouldBe(Files);
        Certificates("server.pem").Count.ShouldBe(2, "its own and the issuing one");
        Certificates("client.pem").Count.ShouldBe(2);
        Certificates("root.pem").Count.ShouldBe(1);
    }

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public void Files_are_for_their_owner_alone()
    {
        Requires.Present(TestPrerequisites.Unix);
        using var node = Open();

        File.GetUnixFileMode(Folder).ShouldBe(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        foreach (var file in Directory.GetFiles(Folder))
        {
            File.GetUnixFileMode(file).ShouldBe(UnixFileMode.UserRead | UnixFileMode.UserWrite, file);
        }
    }

    [Theory]
    [InlineData("server.pem", UnixFileMode.GroupRead)]
    [InlineData("client.pem", UnixFileMode.OtherRead)]
    [InlineData("issuing.pem", UnixFileMode.OtherWrite)]
    [InlineData("root.pem", UnixFileMode.OtherWrite)]
    [InlineData("", UnixFileMode.OtherExecute)]
    [UnsupportedOSPlatform("windows")]
    public void What_others_have_rights_to_is_refused_with_the_remedy(string file, UnixFileMode more)
    {
        Requires.Present(TestPrerequisites.Unix);
        Open().Dispose();
        var path = Path.Combine(Folder, file).TrimEnd('/');
        File.SetUnixFileMode(path, File.GetUnixFileMode(path) | more);

        var refused = Should.Throw<CertificateFolderException>(Open);

        refused.Message.ShouldContain(path);
        refused.Message.ShouldContain($"chmod {(file.Length == 0 ? "700" : "600")}");
    }

    [Fact]
    public void The_next_start_finds_the_same_certificates()
    {
        Open().Dispose();
        var before = Files.ToDictionary(file => file, file => File.ReadAllText(Path.Combine(Folder, file)));

        using var again = Open();

        foreach (var (file, text) in before)
        {
            File.ReadAllText(Path.Combine(Folder, file)).ShouldBe(text, file);
        }
    }

    [Theory]
    [InlineData("root.pem", "issuing.pem", "server.pem", "client.pem")]
    [InlineData("issuing.pem", "server.pem", "client.pem")]
    [InlineData("server.pem", "client.pem")]
    [InlineData("client.pem")]
    public void A_first_start_that_was_cut_short_is_completed_by_the_next(params string[] missing)
    {
        Open().Dispose();
        foreach (var file in missing)
        {
            File.Delete(Path.Combine(Folder, file));
        }

        File.WriteAllText(Path.Combine(Folder, ".client.pem.abc.tmp"), "half a k");
        using var node = Open();

        Pems().ShouldBe(Files);
        Directory.GetFiles(Folder, "*.tmp").ShouldBeEmpty();
        using var root = X509Certificate2.CreateFromPem(File.ReadAllText(Path.Combine(Folder, "root.pem")));
        Peer.FaultOf(Certificates("server.pem"), root, node.Name).ShouldBeNull();
    }

    [Fact]
    public void A_folder_that_lost_its_root_is_not_made_a_network_of_its_own()
    {
        Open().Dispose();
        File.Delete(Path.Combine(Folder, "root.pem"));
        File.Delete(Path.Combine(Folder, "root-key.pem"));

        Should.Throw<CertificateFolderException>(Open).Message.ShouldContain("root.pem' is missing");
    }

    [Fact]
    public void The_roots_key_may_be_taken_away()
    {
        Open().Dispose();
        File.Delete(Path.Combine(Folder, "root-key.pem"));

        using var node = Open();

        node.IsIssuing.ShouldBeTrue();
        File.Exists(Path.Combine(Folder, "root-key.pem")).ShouldBeFalse();
    }

    [Theory]
    [InlineData("issuing.pem")]
    [InlineData("server.pem")]
    [InlineData("root.pem")]
    public void A_file_that_is_not_what_it_should_be_is_named(string file)
    {
        Open().Dispose();
        File.WriteAllText(Path.Combine(Folder, file), "-----BEGIN SOMETHING-----\n");

        Should.Throw<CertificateFolderException>(Open).Message.ShouldContain(file);
    }

    [Fact]
    public void A_certificate_with_the_key_of_another_is_refused()
    {
        Open().Dispose();
        var (server, client) = (File.ReadAllText(Path.Combine(Folder, "server.pem")), File.ReadAllText(Path.Combine(Folder, "client.pem")));
        var key = PemEncoding.Find(client);
        File.WriteAllText(Path.Combine(Folder, "server.pem"),
            client[key.Location] + "\n" + server[PemEncoding.Find(server).Location.End..]);

        Should.Throw<CertificateFolderException>(Open).Message.ShouldContain("private key with its certificate");
    }

    [Fact]
    public void The_folder_of_another_node_is_refused()
    {
        Open().Dispose();

        Should.Throw<CertificateFolderException>(() => Open("south")).Message.ShouldContain("of node 'north', not of 'south'");
    }

    [Theory]
    [InlineData("")]
    [InlineData("North")]
    [InlineData("-north")]
    [InlineData("north.example")]
    [InlineData("no rth")]
    [InlineData("north\n")]
    public void What_cannot_be_a_name_is_refused(string name) =>
        Should.Throw<ArgumentException>(() => Open(name)).Message.ShouldContain("lower-case letters");

    [Theory]
    [InlineData("a b")]
    [InlineData("")]
    [InlineData("*.example")]
    [InlineData("a\nb")]
    public void What_cannot_be_a_host_name_is_refused(string host) => Should.Throw<ArgumentException>(() => NodeCertificates.OpenOrCreate(
        new NodeCertificatesOptions { Folder = Folder, Name = "north", HostNames = [host] })).Message.ShouldContain(
            "is neither a host name nor an address");

    [Fact]
    public void Renewal_at_an_address_without_TLS_is_refused() => Should.Throw<ArgumentException>(() => NodeCertificates.OpenOrCreate(
        new NodeCertificatesOptions { Folder = Folder, Name = "north",
            IssuerAddress = new Uri("http://127.0.0.1:1") })).Message.ShouldContain("an https address is needed");

    [Fact]
    public void Certificates_say_what_they_are_for()
    {
        using var node = Open();
        var (server, client) = (Certificates("server.pem"), Certificates("client.pem"));
        using var root = Certificates("root.pem")[0];

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
        using var one = Open();
        using var other = NodeCertificates.OpenOrCreate(
            new NodeCertificatesOptions { Folder = _temporary.PathOf("other"), Name = "north" });

        other.RootFingerprint.ShouldNotBe(one.RootFingerprint);
        one.RootFingerprint.Length.ShouldBe(64);
    }

    public void Dispose() => _temporary.Dispose();

    private NodeCertificates Open() => Open("north");

    private NodeCertificates Open(string name) => NodeCertificates.OpenOrCreate(
        new NodeCertificatesOptions { Folder = Folder, Name = name });

    private string[] Pems() => [.. Directory.GetFiles(Folder, "*.pem").Select(f => Path.GetFileName(f)).Order(StringComparer.Ordinal)];

    private X509Certificate2Collection Certificates(string file)
    {
        X509Certificate2Collection all = [];
        all.ImportFromPem(File.ReadAllText(Path.Combine(Folder, file)));
        return all;
    }

    private static IEnumerable<string?> Usages(X509Certificate2 certificate) =>
        certificate.Extensions.OfType<X509EnhancedKeyUsageExtension>().Single().EnhancedKeyUsages.Cast<Oid>().Select(o => o.Value);

    private static (bool, int?) Constraints(X509Certificate2 certificate)
    {
        var basic = certificate.Extensions.OfType<X509BasicConstraintsExtension>().Single();
        return (basic.CertificateAuthority, basic.HasPathLengthConstraint ? basic.PathLengthConstraint : null);
    }
}
