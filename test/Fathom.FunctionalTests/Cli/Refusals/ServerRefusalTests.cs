using System.Net;
using System.Net.Sockets;
using System.Text;
using Fathom.FunctionalTests.Transport;
using Fathom.Subjects.Echo;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Cli.Refusals;

/// <summary>What newcomers read of servers that are called in the wrong way.</summary>
public sealed class ServerRefusalTests
{
    private const string Unary = "fathom.echo.Echo/Unary";

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
        using var end = new CancellationTokenSource();
        var greeting = GreetAsync(listener, end.Token);

        var run = await FathomRun.OfAsync("list", $"http://{listener.LocalEndpoint}");

        run.ExitCode.ShouldBe(3);
        run.Error.ShouldStartWith($"fathom: http://{listener.LocalEndpoint} is not a gRPC server: Lost the connection");
        run.Error.ShouldEndWith("give the address of a gRPC server, which speaks HTTP/2\n");
        await end.CancelAsync();
        await greeting;
    }

    // Until the token ends it: a listener that is stopped between two accepts throws what a fault of the test would.
    private static async Task GreetAsync(TcpListener listener, CancellationToken end)
    {
        var clients = new List<TcpClient>();
        while (!end.IsCancellationRequested)
        {
            try
            {
                clients.Add(await listener.AcceptTcpClientAsync(end));
                await clients[^1].GetStream().WriteAsync(Encoding.ASCII.GetBytes("220 mail.test ESMTP, as servers of mail greet\r\n"), end);
            }
            catch (Exception e) when (e is OperationCanceledException or IOException)
            {
                // The test is over, or the client that was accepted has gone.
            }
        }

        clients.ForEach(client => client.Dispose());
    }
}
