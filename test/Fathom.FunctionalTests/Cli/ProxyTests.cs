using System.Net;
using Fathom.FunctionalTests.Cli.Servers;
using Fathom.TestKit;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Fathom.FunctionalTests.Cli;

/// <summary>Servers behind a proxy that the environment names: every command asks it for a tunnel (CONNECT).</summary>
public class ProxyTests
{
    private const string Check = "grpc.health.v1.Health/Check";

    [Theory]
    [InlineData("https_proxy", "http://")]
    [InlineData("HTTPS_PROXY", "")]
    public async Task Every_command_goes_through_the_proxy_which_resolves_the_name(string variable, string scheme)
    {
        await using var server = await HealthServer.StartAsync();
        using var proxy = new ConnectProxy(PortOf(server));
        var environment = new Dictionary<string, string> { [variable] = $"{scheme}{proxy.Authority}" };
        using var folder = new TemporaryFolder();

        foreach (var command in (string[][])[["list"], ["call", "", Check], ["describe", "", Check],
            ["load", "", "--call", Check, "-n", "10", "-q", "-o", folder.Path],
            ["doctor", "", "--call", Check, "--budget", "1s", "-q", "-o", folder.Path]])
        {
            var run = await FathomRun.WithAsync(environment, [command[0], "http://shop.test:50051", .. command.Skip(2)]);
            run.ExitCode.ShouldBe(0, $"{command[0]}: {run.Error}");
        }

        proxy.Asked.Distinct().ShouldBe(["shop.test:50051"]);
        server.Requests.Select(r => r.Host).Distinct().ShouldBe(["shop.test:50051"]);
    }

    [Fact]
    public async Task TLS_goes_through_the_tunnel_to_the_server()
    {
        using var certificate = Fathom.Subjects.Hosts.EphemeralCertificate.Create();
        await using var server = await HealthServer.StartAsync(k => k.Listen(IPAddress.Loopback, 0, o =>
        {
            o.Protocols = HttpProtocols.Http2;
            o.UseHttps(certificate);
        }));
        using var proxy = new ConnectProxy(PortOf(server));
        using var folder = new TemporaryFolder();
        await File.WriteAllTextAsync(folder.PathOf("ca.pem"), certificate.ExportCertificatePem());
        var environment = new Dictionary<string, string> { ["https_proxy"] = $"http://{proxy.Authority}" };

        var run = await FathomRun.WithAsync(environment, "call", "https://shop.test:443", Check, "--cacert", folder.PathOf("ca.pem"),
            "--servername", "localhost");

        run.ExitCode.ShouldBe(0, run.Error);
        proxy.Asked.ShouldContain("shop.test:443");
    }

    [Fact]
    public async Task A_user_and_a_password_are_sent_and_asked_for()
    {
        await using var server = await HealthServer.StartAsync();
        using var proxy = new ConnectProxy(PortOf(server), "me:p@ss");

        var known = await ListAsync($"http://me:p%40ss@{proxy.Authority}");
        var unknown = await ListAsync($"http://{proxy.Authority}");

        known.ExitCode.ShouldBe(0, known.Error);
        unknown.ExitCode.ShouldBe(3);
        unknown.Error.ShouldContain($"http://shop.test:50051 cannot be reached: Failed to connect to http://shop.test:50051/: the proxy "
            + $"http://{proxy.Authority} refuses a tunnel: 407 Proxy Authentication Required; it wants a user and a password");
    }

    [Theory]
    [InlineData("other.test,shop.test")]
    [InlineData(".test")]
    [InlineData("shop.test:50051")]
    [InlineData("*")]
    public async Task A_host_of_no_proxy_is_reached_without(string excluded)
    {
        using var proxy = new ConnectProxy(1);

        var environment = new Dictionary<string, string> { ["https_proxy"] = proxy.Authority, ["no_proxy"] = excluded };
        var run = await FathomRun.WithAsync(environment, "list", "http://shop.test:50051", "--connect-timeout", "5s");

        proxy.Asked.ShouldBeEmpty();
        run.ExitCode.ShouldBe(3);
    }

    [Fact]
    public async Task A_server_on_this_machine_is_never_behind_the_proxy()
    {
        await using var server = await HealthServer.StartAsync();
        using var proxy = new ConnectProxy(1);

        var run = await FathomRun.WithAsync(new Dictionary<string, string> { ["https_proxy"] = proxy.Authority }, "list", server.Target);

        run.ExitCode.ShouldBe(0, run.Error);
        proxy.Asked.ShouldBeEmpty();
    }

    [Fact]
    public async Task A_proxy_that_is_not_there_or_not_HTTP_is_named()
    {
        var absent = $"127.0.0.1:{FreePort.Next()}";
        using var echo = new EchoServer();

        (await ListAsync(absent)).Error.ShouldContain("the proxy '127.0.0.1': Connection refused (ConnectionRefused)");
        (await ListAsync($"127.0.0.1:{echo.Port}")).Error.ShouldContain($"the proxy http://127.0.0.1:{echo.Port} does not answer in HTTP");
        var wrong = await ListAsync("socks5://127.0.0.1:1");
        (wrong.ExitCode, wrong.Error.Contains("https_proxy: it is not the address of a proxy", StringComparison.Ordinal))
            .ShouldBe((2, true), wrong.Error);
    }

    private static int PortOf(HealthServer server) => int.Parse(server.Target.Split(':')[^1],
        System.Globalization.CultureInfo.InvariantCulture);

    private static Task<FathomRun> ListAsync(string proxy) => FathomRun.WithAsync(
        new Dictionary<string, string> { ["https_proxy"] = proxy }, "list", "http://shop.test:50051");
}
