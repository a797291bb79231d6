using System.Net;
using System.Net.Sockets;
using System.Text;
using Fathom.FunctionalTests.Interop.Discovery;
using Fathom.FunctionalTests.Transport;
using Fathom.Subjects.Echo;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Cli.Refusals;

/// <summary>What newcomers write, and what they read then: which input, what was found, what is accepted, and what to do.</summary>
public sealed class RefusalTests
{
    private const string Unary = "fathom.echo.Echo/Unary";

    [Theory]
    [InlineData("""{"payload":"aGk=",}""", "not JSON: a comma stands before the closing bracket; leave it out")]
    [InlineData("""{payload:"aGk="}""", "'p' is an invalid start of a property name; the name of a field stands in double quotes, which "
        + "shells take away unless single quotes are around all")]
    [InlineData("", "--data: the value is empty; give one, or leave it out")]
    public async Task Data_that_is_no_message(string data, string message)
    {
        await using var host = await DescribedHost.StartAsync("native", "proto");

        await RefusesAsync(message, "call", host.Address.Authority, Unary, "-d", data);
    }

    [Fact]
    public async Task The_name_of_a_file_without_its_sign()
    {
        await using var host = await DescribedHost.StartAsync("native", "proto");
        using var folder = new TemporaryFolder();
        var file = folder.PathOf("request.json");
        await File.WriteAllTextAsync(file, "{}");

        await RefusesAsync($"not JSON: '/' is an invalid start of a value; there is a file of this name: give it as @{file}", "call",
            host.Address.Authority, Unary, "-d", file);
    }

    [Fact]
    public async Task A_service_where_a_method_belongs()
    {
        await using var host = await DescribedHost.StartAsync("native", "proto");

        await RefusesAsync("'fathom.echo.Echo' is a service; accepted: one of its methods, such as fathom.echo.Echo/Unary (methods: Unary, "
            + "ClientStream, ServerStream, DuplexStream)", "call", host.Address.Authority, "fathom.echo.Echo");
    }

    [Theory]
    [InlineData("x-key-bin: !!", "--metadata: the value of 'x-key-bin' is not base64; accepted: bytes in base64, because the name ends in "
        + "-bin")]
    [InlineData("x key: 1", "--metadata: 'x key' cannot be sent: ")]
    public Task Metadata_that_cannot_be_sent(string metadata, string message) =>
        RefusesAsync(message, "call", "http://127.0.0.1:1", Unary, "--data-format", "hex", "-H", metadata);

    [Fact]
    public Task A_method_before_the_target() => RefusesAsync("TARGET: 'fathom.echo.Echo/Unary' is not an address; accepted: host:port, "
        + "http://host:port (no TLS), https://host:port, unix:PATH; it stands before METHOD", "call", Unary, "localhost:5000");

    [Fact]
    public Task A_rate_by_the_name_of_others() =>
        RefusesAsync("-r is the rate, in calls a second", "load", "localhost:5000", "--call", Unary, "--rate", "10");

    [Fact]
    public async Task A_file_without_certificates()
    {
        using var folder = new TemporaryFolder();
        await File.WriteAllTextAsync(folder.PathOf("ca.pem"), "none");

        await RefusesAsync($"--cacert: '{folder.PathOf("ca.pem")}' cannot be used: it has no certificate; accepted: a file of PEM "
            + "certificates", "list", "https://127.0.0.1:1", "--cacert", folder.PathOf("ca.pem"));
    }

    [Fact]
    public async Task A_server_of_TLS_called_without()
    {
        await using var host = await Stack.Native.ServeAsync([EchoContract.Define("proto")], tls: true);
        var target = $"http://127.0.0.1:{host.Address.Port}";

        var run = await FathomRun.OfAsync("list", target);

        (run.ExitCode, run.Error).ShouldBe((3, $"fathom: {target}: Lost the connection to {target}/ before it answered in HTTP/2: the peer "
            + "closed the connection. The server may require TLS: leave out --plaintext and http://\n"));
    }

    [Fact]
    public async Task Load_on_a_server_whose_certificate_is_for_another_name()
    {
        await using var host = await Stack.Native.ServeAsync([EchoContract.Define("proto")], tls: true);
        using var folder = new TemporaryFolder();
        await File.WriteAllTextAsync(folder.PathOf("ca.pem"), host.CertificatePem);
        string[] load = ["load", $"https://127.0.0.1:{host.Address.Port}", "--call", Unary, "--data-format", "hex", "-n", "1", "-o",
            folder.Path];

        var other = await FathomRun.OfAsync([.. load, "--cacert", folder.PathOf("ca.pem"), "--servername", "shop.test"]);
        var untrusted = await FathomRun.OfAsync(load);

        (other.ExitCode, untrusted.ExitCode).ShouldBe((3, 3));
        other.Error.ShouldContain("RemoteCertificateNameMismatch. The server's certificate is for another name: give a name in it with "
            + "--servername, or --insecure");
        untrusted.Error.ShouldContain(". Set --cacert FILE to trust its root");
    }

    [Fact]
    public async Task A_server_that_speaks_neither_HTTP_1_nor_HTTP_2()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var greeting = GreetAsync(listener);

        var run = await FathomRun.OfAsync("list", $"http://{listener.LocalEndpoint}");

        run.ExitCode.ShouldBe(3);
        run.Error.ShouldStartWith($"fathom: http://{listener.LocalEndpoint} is not a gRPC server: Lost the connection");
        run.Error.ShouldEndWith("give the address of a gRPC server, which speaks HTTP/2\n");
        listener.Stop();
        await greeting;
    }

    private static async Task GreetAsync(TcpListener listener)
    {
        var clients = new List<TcpClient>();
        try
        {
            while (true)
            {
                clients.Add(await listener.AcceptTcpClientAsync());
                await clients[^1].GetStream().WriteAsync(Encoding.ASCII.GetBytes("220 mail.test ESMTP, as servers of mail greet\r\n"));
            }
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            clients.ForEach(client => client.Dispose());
        }
    }

    private static async Task RefusesAsync(string message, params string[] arguments)
    {
        var run = await FathomRun.OfAsync(arguments);

        run.Error.ShouldContain(message);
        (run.ExitCode, run.Output).ShouldBe((2, ""));
    }
}
