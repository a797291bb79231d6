using Fathom.Mediator.Certificates;
using Fathom.Mediator.Certificates.Enrollment;
using Fathom.TestKit;

namespace Fathom.Tests.Cli;

/// <summary><c>fathom mediator invite</c>: what it prints, and what is refused.</summary>
public sealed class MediatorInviteTests : IDisposable
{
    private readonly TemporaryFolder _temporary = new();

    public void Dispose() => _temporary.Dispose();

    [Fact]
    public async Task It_prints_an_invitation_and_nothing_else_and_says_beside_it_what_it_is()
    {
        var fingerprint = await FoundAsync();

        var (exitCode, output, error) = await InviteAsync("--certificates", "north", "--life", "5m");

        exitCode.ShouldBe(0, error);
        Invitation.TryParse(output.TrimEnd(), out var invitation, out var fault).ShouldBeTrue(fault);
        output.ShouldBe(invitation!.Text + Environment.NewLine);
        invitation.Address.ShouldBe(new Uri("https://127.0.0.1:7443"));
        invitation.RootFingerprint.ShouldBe(fingerprint);
        (invitation.ExpiresAt - TimeProvider.System.GetUtcNow()).ShouldBeLessThanOrEqualTo(TimeSpan.FromMinutes(5));
        error.ShouldContain($"the root certificate's fingerprint: {fingerprint}");
        error.ShouldContain("for one node, until ");
        error.ShouldNotContain(invitation.Text);
        Directory.GetFiles(_temporary.PathOf("north/invitations")).Length.ShouldBe(1);
    }

    [Fact]
    public async Task It_may_be_for_one_node_alone()
    {
        await FoundAsync();

        (await InviteAsync("--certificates", "north", "--node", "south")).ExitCode.ShouldBe(0);

        File.ReadAllText(Directory.GetFiles(_temporary.PathOf("north/invitations")).Single()).ShouldContain("\"node\": \"south\"");
    }

    [Fact]
    public async Task It_may_allow_host_names()
    {
        await FoundAsync();

        (await InviteAsync("--certificates", "north", "--host", "south.example", "--host", "10.0.0.2")).ExitCode.ShouldBe(0);

        var record = File.ReadAllText(Directory.GetFiles(_temporary.PathOf("north/invitations")).Single());
        record.ShouldContain("\"south.example\"");
        record.ShouldContain("\"10.0.0.2\"");
    }

    [Fact]
    public async Task A_node_that_never_ran_says_that_it_is_to_be_started_first()
    {
        NodeCertificates.OpenOrCreate(new NodeCertificatesOptions { Folder = _temporary.PathOf("north"), Name = "north" }).Dispose();

        var (exitCode, output, error) = await InviteAsync("--certificates", "north");

        (exitCode, output).ShouldBe((3, ""));
        error.ShouldContain("joining.json' is missing");
        error.ShouldContain("start the node first");
    }

    [Theory]
    [InlineData("--certificates is missing")]
    [InlineData("--certificates: there is no folder 'elsewhere'", "--certificates", "elsewhere")]
    [InlineData("--life: '5' is not a duration from 1s to 24h, such as 15m", "--certificates", "north", "--life", "5")]
    [InlineData("--life: '25h' is not a duration from 1s to 24h", "--certificates", "north", "--life", "25h")]
    [InlineData("--life: '1ms' is not a duration from 1s to 24h", "--certificates", "north", "--life", "1ms")]
    [InlineData("--host: 'a b' is neither a host name nor an address", "--certificates", "north", "--host", "a b")]
    [InlineData("--node: 'No Node' is no valid node name", "--certificates", "north", "--node", "No Node")]
    public async Task What_cannot_be_is_refused_with_what_can(string message, params string[] arguments)
    {
        await FoundAsync();

        var (exitCode, output, error) = await InviteAsync(arguments);

        (exitCode, output).ShouldBe((2, ""));
        error.ShouldContain(message);
        Directory.Exists(_temporary.PathOf("north/invitations")).ShouldBe(true);
        Directory.GetFiles(_temporary.PathOf("north/invitations")).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_folder_that_is_no_founding_nodes_is_refused()
    {
        if (!OperatingSystem.IsWindows())
        {
            Directory.CreateDirectory(_temporary.PathOf("empty"),
                UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        }

        var (exitCode, _, error) = await InviteAsync("--certificates", OperatingSystem.IsWindows() ? "." : "empty");

        exitCode.ShouldBe(3);
        error.ShouldContain("is not the folder of a founding node");
    }

    /// <summary>A node that has run, and takes those who join at port 7443, which stays closed here.</summary>
    private async Task<string> FoundAsync()
    {
        using var node = NodeCertificates.OpenOrCreate(new NodeCertificatesOptions { Folder = _temporary.PathOf("north"), Name = "north" });
        await using var desk = EnrollmentServer.Start(
            node, new EnrollmentServerOptions { IssuerAddress = new Uri("https://127.0.0.1:7000"), Port = 7443 });
        return node.RootFingerprint;
    }

    private Task<(int ExitCode, string Out, string Error)> InviteAsync(params string[] arguments) =>
        CommandLine.RunAsync(["mediator", "invite", .. arguments], folder: _temporary.Path);
}
