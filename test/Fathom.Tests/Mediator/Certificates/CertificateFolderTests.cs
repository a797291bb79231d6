using System.Runtime.Versioning;
using System.Security.Cryptography;
using Fathom.Mediator.Certificates.Storage;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.Tests.Mediator.Certificates;

/// <summary>Whom the files of a folder are for, and folders that are damaged, incomplete, or open to others.</summary>
public sealed class CertificateFolderTests : IDisposable
{
    private readonly NodeFolder _folder = new();

    [Fact]
    [UnsupportedOSPlatform("windows")]
    public void Files_are_for_their_owner_alone()
    {
        Requires.Present(TestPrerequisites.Unix);
        using var node = _folder.Open();

        File.GetUnixFileMode(_folder.Path).ShouldBe(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        foreach (var file in Directory.GetFiles(_folder.Path))
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
        _folder.Open().Dispose();
        var path = _folder.PathOf(file).TrimEnd('/');
        File.SetUnixFileMode(path, File.GetUnixFileMode(path) | more);

        var refused = Should.Throw<CertificateFolderException>(_folder.Open);

        refused.Message.ShouldContain(path);
        refused.Message.ShouldContain($"chmod {(file.Length == 0 ? "700" : "600")}");
    }

    [Fact]
    public void A_folder_that_lost_its_root_is_not_made_a_network_of_its_own()
    {
        _folder.Open().Dispose();
        File.Delete(_folder.PathOf("root.pem"));
        File.Delete(_folder.PathOf("root-key.pem"));

        Should.Throw<CertificateFolderException>(_folder.Open).Message.ShouldContain("root.pem' is missing");
    }

    [Fact]
    public void The_roots_key_may_be_taken_away()
    {
        _folder.Open().Dispose();
        File.Delete(_folder.PathOf("root-key.pem"));

        using var node = _folder.Open();

        node.IsIssuing.ShouldBeTrue();
        File.Exists(_folder.PathOf("root-key.pem")).ShouldBeFalse();
    }

    [Theory]
    [InlineData("issuing.pem")]
    [InlineData("server.pem")]
    [InlineData("root.pem")]
    public void A_file_that_is_not_what_it_should_be_is_named(string file)
    {
        _folder.Open().Dispose();
        File.WriteAllText(_folder.PathOf(file), "-----BEGIN SOMETHING-----\n");

        Should.Throw<CertificateFolderException>(_folder.Open).Message.ShouldContain(file);
    }

    [Fact]
    public void A_certificate_with_the_key_of_another_is_refused()
    {
        _folder.Open().Dispose();
        var (server, client) = (File.ReadAllText(_folder.PathOf("server.pem")), File.ReadAllText(_folder.PathOf("client.pem")));
        var key = PemEncoding.Find(client);
        File.WriteAllText(_folder.PathOf("server.pem"),
            client[key.Location] + "\n" + server[PemEncoding.Find(server).Location.End..]);

        Should.Throw<CertificateFolderException>(_folder.Open).Message.ShouldContain("private key with its certificate");
    }

    [Fact]
    public void A_root_key_of_another_root_is_refused_and_both_files_are_named()
    {
        _folder.Open().Dispose();
        _folder.OpenOther().Dispose();
        File.Copy(_folder.OtherPathOf("root-key.pem"), _folder.PathOf("root-key.pem"), overwrite: true);

        var refused = Should.Throw<CertificateFolderException>(_folder.Open);

        refused.Message.ShouldContain(_folder.PathOf("root-key.pem"));
        refused.Message.ShouldContain(_folder.PathOf("root.pem"));
    }

    [Fact]
    public void The_folder_of_another_node_is_refused()
    {
        _folder.Open().Dispose();

        Should.Throw<CertificateFolderException>(() => _folder.Open("south")).Message.ShouldContain("of node 'north', not of 'south'");
    }

    public void Dispose() => _folder.Dispose();
}
