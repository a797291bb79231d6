using System.Net;
using System.Xml.Linq;
using Fathom.FunctionalTests.Mediator.Certificates;
using Fathom.Mediator;
using Fathom.Lab.Prerequisites;
using Fathom.Mediator.Remotes;
using Fathom.Mediator.Settings;
using Fathom.Subjects.Hosts;
using Fathom.TestKit;
using Fathom.Transport.Client;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Mediator.Topology;

/// <summary>What a node shows to GET: to who has a certificate of its network.</summary>
public sealed class NodePageTests : IAsyncLifetime
{
    private readonly TemporaryFolder _temporary = new();
    private MediatorNode _node = null!;

    private string Folder => _temporary.PathOf("red");

    public async ValueTask InitializeAsync()
    {
        var settings = new MediatorSettings
        {
            Host = new HostSettings { Port = FreePort.Next(), Name = "red" },
            Certificates = new CertificateSettings { Folder = Folder },
        };
        settings.Remotes["Gone"] = new RemoteSettings { Host = "localhost", Port = FreePort.Next() };
        _node = new MediatorNode(settings, _ => { });
        await _node.StartAsync();
    }

    public async ValueTask DisposeAsync()
    {
        await _node.DisposeAsync();
        _temporary.Dispose();
    }

    [Fact]
    public async Task A_client_with_a_certificate_of_the_network_sees_health_and_drawing()
    {
        using var client = Client(_node.Certificates!.ChannelTls());

        var health = await client.GetAsync(new Uri(_node.Address!, "/health"));
        health.StatusCode.ShouldBe(HttpStatusCode.OK);
        (await health.Content.ReadAsStringAsync()).ShouldBe("""{"status":"serving","node":"red"}""" + "\n");

        var drawing = await client.GetAsync(new Uri(_node.Address!, "/remotes.svg"));
        drawing.Content.Headers.ContentType!.MediaType.ShouldBe("image/svg+xml");
        var svg = XDocument.Parse(await drawing.Content.ReadAsStringAsync());
        svg.Descendants().Where(e => e.Name.LocalName == "text").Select(e => e.Value).ShouldContain("red");
        svg.Descendants().Where(e => e.Name.LocalName == "title")
            .ShouldContain(e => e.Value.StartsWith("red does not reach Gone at https://localhost:", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Nobody_else_sees_anything()
    {
        using var other = new MediatorNodeFolder(_temporary.PathOf("other"));
        foreach (var tls in new[] { other.Tls, new ChannelTls { SkipVerification = true } })
        {
            using var client = Client(tls);
            await Should.ThrowAsync<HttpRequestException>(() => client.GetAsync(new Uri(_node.Address!, "/health")));
        }
    }

    [Theory]
    [InlineData("/health", "application/json", "serving")]
    [InlineData("/remotes.svg", "image/svg+xml", "</svg>")]
    public async Task Curl_gets_them_with_the_nodes_own_files(string path, string type, string holds)
    {
        var curl = Requires.Program(TestPrerequisites.Curl);
        var url = $"https://localhost:{_node.Address!.Port}{path}";
        string[] common = ["-sS", "-w", "%{http_version} %{response_code} %{content_type}", "--cacert", Path.Combine(Folder, "root.pem")];

        var shown = await ChildProcess.RunAsync(curl, [.. common, "--cert", Path.Combine(Folder, "client.pem"), url]);
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
        await using var half = TestNode.Start("half", FreePort.Next(), tls: new OneSided(certificate));
        await using var plain = TestNode.Start("plain", FreePort.Next());
        using var client = Client(new ChannelTls { TrustedRoots = [certificate] });

        (await client.GetAsync(new Uri($"https://localhost:{half.Node.Address!.Port}/remotes.svg"))).StatusCode.ShouldBe(
            HttpStatusCode.Forbidden);
        (await client.GetAsync(new Uri(plain.Node.Address!, "/health"))).StatusCode.ShouldBe(HttpStatusCode.OK);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_command_prints_who_reaches_whom_and_draws_it(bool withCertificates)
    {
        var drawing = _temporary.PathOf("graph.svg");
        string[] certificates = withCertificates ? ["--certificates", Folder] : [];
        using var fathom = FathomProcess.Start(["mediator", "graph", $"https://localhost:{_node.Address!.Port}", "--svg", drawing,
            .. certificates]);

        (await fathom.ExitAsync(TimeSpan.FromSeconds(60))).ShouldBe(withCertificates ? 0 : 2, fathom.Error);

        if (withCertificates)
        {
            await Eventually.HoldsAsync(() => fathom.Output.Contains("-x no answer  Gone", StringComparison.Ordinal),
                "the remote that is not there");
            fathom.Output.ShouldStartWith($"red  https://127.0.0.1:{_node.Address.Port}");
            XDocument.Load(drawing).Root!.Name.LocalName.ShouldBe("svg");
        }
        else
        {
            await Eventually.HoldsAsync(() => fathom.Error.Contains("--certificates is missing", StringComparison.Ordinal),
                "what is missing");
        }
    }

    private static HttpClient Client(ChannelTls tls)
    {
        var handler = new SocketsHttpHandler();
        if (tls.SslOptionsFactory is { } made)
        {
            handler.SslOptions = made();
        }
        else
        {
#pragma warning disable CA5359 // It is the stranger here.
            handler.SslOptions.RemoteCertificateValidationCallback = static (_, _, _, _) => true;
#pragma warning restore CA5359
        }

        return new HttpClient(handler) { DefaultRequestVersion = HttpVersion.Version20,
            DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact };
    }

    /// <summary>The certificates of a network that nobody knows.</summary>
    private sealed class MediatorNodeFolder(string folder) : IDisposable
    {
        private readonly Fathom.Mediator.Certificates.NodeCertificates _certificates =
            Fathom.Mediator.Certificates.NodeCertificates.OpenOrCreate(SecuredNode.Options(folder, "other"));

        public ChannelTls Tls => _certificates.ChannelTls();

        public void Dispose() => _certificates.Dispose();
    }

    private sealed class OneSided(System.Security.Cryptography.X509Certificates.X509Certificate2 own) : INodeTls
    {
        public NativeHostTls ForHost() => new() { Certificate = own };

        public ChannelTls ForRemote(string remote) => new() { TrustedRoots = [own] };
    }
}
