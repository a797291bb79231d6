using System.Net;
using System.Xml.Linq;
using Fathom.Subjects.Hosts;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;
using Fathom.Transport.Client;

namespace Fathom.FunctionalTests.Mediator.Topology;

/// <summary>The pages of a node: clients with a certificate of its network see them.</summary>
public sealed class NodePageTests : IAsyncLifetime
{
    private readonly ShownNode _shown = new();

    public async ValueTask InitializeAsync() => await _shown.StartAsync();

    public ValueTask DisposeAsync() => _shown.DisposeAsync();

    [Fact]
    public async Task A_client_with_a_certificate_of_the_network_sees_health_and_drawing()
    {
        using var client = PageClient.Create(_shown.Node.Certificates!.ChannelTls());

        var health = await client.GetAsync(new Uri(_shown.Node.Address!, "/health"));
        health.StatusCode.ShouldBe(HttpStatusCode.OK);
        (await health.Content.ReadAsStringAsync()).ShouldBe("""{"status":"serving","node":"red"}""" + "\n");

        var drawing = await client.GetAsync(new Uri(_shown.Node.Address!, "/remotes.svg"));
        drawing.Content.Headers.ContentType!.MediaType.ShouldBe("image/svg+xml");
        var svg = XDocument.Parse(await drawing.Content.ReadAsStringAsync());
        svg.Descendants().Where(e => e.Name.LocalName == "text").Select(e => e.Value).ShouldContain("red");
        svg.Descendants().Where(e => e.Name.LocalName == "title")
            .ShouldContain(e => e.Value.StartsWith("red does not reach Gone at https://localhost:", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Nobody_else_sees_anything()
    {
        using var other = new OtherNetwork(_shown.PathOf("other"));
        foreach (var tls in new[] { other.Tls, new ChannelTls { SkipVerification = true } })
        {
            using var client = PageClient.Create(tls);
            await Should.ThrowAsync<HttpRequestException>(() => client.GetAsync(new Uri(_shown.Node.Address!, "/health")));
        }
    }

    [Theory]
    [InlineData("/health", "application/json", "serving")]
    [InlineData("/remotes.svg", "image/svg+xml", "</svg>")]
    public async Task Curl_gets_them_with_the_nodes_own_files(string path, string type, string holds)
    {
        var curl = Requires.Program(TestPrerequisites.Curl);
        var url = $"https://localhost:{_shown.Node.Address!.Port}{path}";
        string[] common =
            ["-sS", "-w", "%{http_version} %{response_code} %{content_type}", "--cacert", Path.Combine(_shown.Folder, "root.pem")];

        var shown = await ChildProcess.RunAsync(curl, [.. common, "--cert", Path.Combine(_shown.Folder, "client.pem"), url]);
        var hidden = await ChildProcess.RunAsync(curl, [.. common, url]);

        shown.ExitCode.ShouldBe(0, shown.Errors);
        shown.Output.ShouldContain(holds);
        shown.Output.ShouldEndWith($"2 200 {type}");
        hidden.ExitCode.ShouldNotBe(0);
        hidden.Output.ShouldNotContain(holds);
    }

    [Fact]
    public async Task Under_a_TLS_that_asks_for_no_certificate_the_pages_are_forbidden_and_without_TLS_they_are_everybodys_as_messages_are()
    {
        using var certificate = EphemeralCertificate.Create();
        await using var half = TestNode.Start("half", FreePort.Next(), tls: new OneSidedTls(certificate));
        await using var plain = TestNode.Start("plain", FreePort.Next());
        using var client = PageClient.Create(new ChannelTls { TrustedRoots = [certificate] });

        (await client.GetAsync(new Uri($"https://localhost:{half.Node.Address!.Port}/remotes.svg"))).StatusCode.ShouldBe(
            HttpStatusCode.Forbidden);
        (await client.GetAsync(new Uri(plain.Node.Address!, "/health"))).StatusCode.ShouldBe(HttpStatusCode.OK);
    }
}
