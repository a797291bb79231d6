using Fathom.Mediator.Certificates;
using Fathom.Mediator.Certificates.Authority;
using Fathom.Mediator.Certificates.Storage;
using Fathom.TestKit;

namespace Fathom.Tests.Cli;

/// <summary><c>fathom mediator revoke</c>: what it writes, and what is refused.</summary>
public sealed class MediatorRevokeTests : IDisposable
{
    private readonly TemporaryFolder _temporary = new();

    public void Dispose() => _temporary.Dispose();

    [Fact]
    public async Task It_lists_the_certificates_of_the_node_with_the_reason()
    {
        Found();

        var (exitCode, output, error) = await RevokeAsync("south", "--certificates", "north", "--reason", "its disk was stolen");

        exitCode.ShouldBe(0, error);
        output.ShouldBe("revoked 2 certificates of 'south'" + Environment.NewLine);
        var list = File.ReadAllText(_temporary.PathOf("north/revoked.json"));
        list.ShouldContain("\"node\": \"south\"");
        list.ShouldContain("\"reason\": \"its disk was stolen\"");
        if (!OperatingSystem.IsWindows())
        {
            File.GetUnixFileMode(_temporary.PathOf("north/revoked.json")).ShouldBe(UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }
    }

    [Theory]
    [InlineData("--certificates is missing", "south")]
    [InlineData("NODE: The network has no node 'east': it has 'north', 'south'.", "east", "--certificates", "north")]
    [InlineData("NODE: 'north' is the founding node", "north", "--certificates", "north")]
    [InlineData("NODE: 'No Node' is no valid node name", "No Node", "--certificates", "north")]
    [InlineData("--certificates: there is no folder 'elsewhere'", "south", "--certificates", "elsewhere")]
    public async Task What_cannot_be_is_refused_and_nothing_is_revoked(string message, params string[] arguments)
    {
        Found();

        var (exitCode, output, error) = await RevokeAsync(arguments);

        (exitCode, output).ShouldBe((2, ""));
        error.ShouldContain(message);
        File.Exists(_temporary.PathOf("north/revoked.json")).ShouldBeFalse();
    }

    /// <summary>A founding node, and the record of a member with a server and a client certificate.</summary>
    private void Found()
    {
        NodeCertificates.OpenOrCreate(new NodeCertificatesOptions { Folder = _temporary.PathOf("north"), Name = "north" }).Dispose();
        var now = TimeProvider.System.GetUtcNow();
        new MemberRegistry(CertificateFolder.At(_temporary.PathOf("north"))).Write("south",
            new MemberRecord(now, false, [new IssuedCertificate("4A", now.AddDays(30)), new IssuedCertificate("4B", now.AddDays(30))]));
    }

    private Task<(int ExitCode, string Out, string Error)> RevokeAsync(params string[] arguments) =>
        CommandLine.RunAsync(["mediator", "revoke", .. arguments], folder: _temporary.Path);
}
