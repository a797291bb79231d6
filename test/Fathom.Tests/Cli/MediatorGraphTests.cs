using Fathom.Mediator.Certificates;
using Fathom.TestKit;

namespace Fathom.Tests.Cli;

/// <summary><c>fathom mediator graph</c>: what is refused before a connection is made.</summary>
public sealed class MediatorGraphTests : IDisposable
{
    private readonly TemporaryFolder _temporary = new();

    public void Dispose() => _temporary.Dispose();

    [Theory]
    [InlineData("'localhost' is not the address of a node, such as https://localhost:18001", "localhost")]
    [InlineData("'ftp://localhost' is not the address of a node", "ftp://localhost")]
    [InlineData("--certificates is missing: a node with TLS answers nodes of its own network only", "https://localhost:1")]
    [InlineData("--certificates: certificates are for https addresses, and the address is http", "http://localhost:1", "--certificates",
        "x")]
    [InlineData("--certificates: there is no folder 'elsewhere'", "https://localhost:1", "--certificates", "elsewhere")]
    [InlineData("--timeout: 'soon' is not a duration of 1us or more, such as 10s; units are ns, us, ms, s, m and h", "http://localhost:1",
        "--timeout", "soon")]
    public async Task What_cannot_be_is_refused_with_what_can(string message, params string[] arguments)
    {
        var (exitCode, output, error) = await GraphAsync(arguments);

        (exitCode, output).ShouldBe((2, ""));
        error.ShouldContain(message);
    }

    [Fact]
    public async Task A_folder_without_certificates_is_named()
    {
        if (!OperatingSystem.IsWindows())
        {
            Directory.CreateDirectory(_temporary.PathOf("empty"),
                UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }

        var (exitCode, _, error) = await GraphAsync("https://localhost:1", "--certificates", OperatingSystem.IsWindows() ? "." : "empty");

        exitCode.ShouldBe(3);
        error.ShouldContain("root.pem' is missing");
    }

    [Fact]
    public void The_certificates_it_shows_are_those_in_the_folder_and_nothing_is_renewed_by_it()
    {
        NodeCertificates.OpenOrCreate(new NodeCertificatesOptions { Folder = _temporary.PathOf("north"), Name = "north" }).Dispose();
        var before = Directory.GetFiles(_temporary.PathOf("north")).ToDictionary(f => f, File.GetLastWriteTimeUtc);

        var options = NodeCertificates.ChannelTlsOf(_temporary.PathOf("north")).SslOptionsFactory!();

        options.ClientCertificateContext!.TargetCertificate.Subject.ShouldContain("CN=north");
        Directory.GetFiles(_temporary.PathOf("north")).ToDictionary(f => f, File.GetLastWriteTimeUtc).ShouldBe(before);
    }

    private Task<(int ExitCode, string Out, string Error)> GraphAsync(params string[] arguments) =>
        CommandLine.RunAsync(["mediator", "graph", .. arguments], folder: _temporary.Path);
}
