using Fathom.FunctionalTests.Cli;
using Fathom.Records.Loads;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Google.Protobuf;
using static Fathom.FunctionalTests.Interop.Compatibility.ShowsAttribute;

namespace Fathom.FunctionalTests.Interop.Compatibility;

/// <summary>The commands on a service behind a reverse proxy, which speaks HTTP/2 on both sides.</summary>
public abstract class ReverseProxyTests
{
    private protected abstract Task<ReverseProxy> StartAsync();

    [Fact]
    [Shows(Unary, ClientStream, ServerStream, Duplex, Metadata, Statuses, ShowsAttribute.Reflection)]
    public async Task Calls_of_every_kind_and_reflection_go_through()
    {
        await using var proxy = await StartAsync();

        (await FathomRun.OutputOfAsync("list", proxy.Target)).ShouldContain("fathom.echo.Echo");
        (await CallAsync("Unary", """{"payload":"aGk="}""")).ShouldContain("\"payload\": \"aGk=\"");
        (await CallAsync("ClientStream", """[{"payload":"aGk="},{"payload":"YQ"}]""")).ShouldContain("\"totalBytes\": \"3\"");
        (await CallAsync("ServerStream", """{"repeat":200,"payload":"YQ=="}""")).Split("payload").Length.ShouldBe(201);
        (await CallAsync("DuplexStream", """{"payload":"YQ=="}{"payload":"Yg=="}""")).ShouldContain("\"payload\": \"Yg==\"");
        (await FathomRun.OfAsync("call", proxy.Target, "fathom.echo.Echo/Unary", "-v", "-H", "x-test: here", "-d",
            """{"echoMetadata":true}""")).Error.ShouldContain("x-test: here");
        var failed = await FathomRun.OfAsync("call", proxy.Target, "fathom.echo.Echo/Unary", "-d",
            """{"statusCode":5,"statusDetail":"gone, 100 % ü"}""");
        failed.ExitCode.ShouldBe(64 + 5, failed.Error);
        failed.Error.ShouldContain("gone, 100 % ü");

        Task<string> CallAsync(string method, string data) =>
            FathomRun.OutputOfAsync("call", proxy.Target, $"fathom.echo.Echo/{method}", "-d", data);
    }

    [Fact]
    [Shows(Endings)]
    public async Task A_deadline_ends_a_call_on_both_sides()
    {
        await using var proxy = await StartAsync();

        var run = await FathomRun.OfAsync("call", proxy.Target, "fathom.echo.Echo/Unary", "-d",
            """{"delayMs":60000}""", "--deadline", "300ms");

        run.ExitCode.ShouldBe(64 + 4, run.Error);
    }

    [Fact]
    [Shows(Files, Limits)]
    public async Task Many_large_replies_go_through_by_proto_and_by_protoset()
    {
        await using var proxy = await StartAsync();
        using var folder = new TemporaryFolder();
        var proto = Repository.PathOf("subjects/Fathom.Subjects/Echo/echo.proto");
        await FathomRun.OutputOfAsync("describe", "--proto", proto, "--protoset-out", folder.PathOf("echo.protoset"));
        string[] call = ["call", proxy.Target, "fathom.echo.Echo/ServerStream", "--data-format", "base64", "-d",
            Convert.ToBase64String(new EchoRequest { Payload = ByteString.CopyFrom(new byte[500_000]), Repeat = 64 }.ToByteArray())];

        foreach (var schema in new string[][] { ["--proto", proto], ["--protoset", folder.PathOf("echo.protoset")] })
        {
            (await FathomRun.OutputOfAsync([.. call, .. schema])).Split('\n', StringSplitOptions.RemoveEmptyEntries)
                .Select(line => EchoReply.Parser.ParseFrom(Convert.FromBase64String(line)).Payload.Length).Sum().ShouldBe(32_000_000);
        }
    }

    [Fact]
    [Shows(ShowsAttribute.Load)]
    public async Task Load_goes_through_without_a_failure()
    {
        await using var proxy = await StartAsync();
        using var folder = new TemporaryFolder();

        var run = await FathomRun.OfAsync("load", proxy.Target, "--call", "fathom.echo.Echo/Unary", "-d",
            """{"payload":"aGk="}""", "-n", "2000", "-c", "20", "--connections", "2", "-q", "-o", folder.Path);

        var record = LoadRecordJson.Read(folder.PathOf("load.json"));
        (record.Calls, record.Failed).ShouldBe((2000, 0), run.Error);
    }

    [Fact]
    [Shows(ShowsAttribute.Tls, ShowsAttribute.Socket, ShowsAttribute.Web)]
    public async Task It_is_called_over_TLS_a_Unix_domain_socket_and_gRPC_Web()
    {
        await using var proxy = await StartAsync();
        string[] unary = ["fathom.echo.Echo/Unary", "-d", """{"payload":"aGk="}"""];

        (await FathomRun.OutputOfAsync(["call", proxy.TlsTarget, .. unary, "--cacert", proxy.Certificate]))
            .ShouldContain("\"payload\": \"aGk=\"");
        (await FathomRun.OutputOfAsync(["call", proxy.SocketTarget, .. unary])).ShouldContain("\"payload\": \"aGk=\"");
        (await FathomRun.OutputOfAsync("call", proxy.WebTarget, "grpc.health.v1.Health/Check", "--protocol", "grpc-web-http1"))
            .ShouldContain("SERVING");
    }

    [Fact]
    [Shows(Compression, Details)]
    public async Task Compressed_messages_and_details_of_a_status_go_through()
    {
        await using var proxy = await StartAsync();
        var message = Convert.ToHexStringLower(new byte[2000]);

        var sent = await CallAsync("-d", message, "-v", "--compression", "gzip");
        var refused = await CallAsync();

        sent.ExitCode.ShouldBe(0, sent.Error);
        sent.Output.Trim().ShouldBe(message);
        sent.Error.ShouldContain("Encoding: gzip");
        refused.ExitCode.ShouldBe(64 + 9, refused.Error);
        refused.Error.ShouldContain("\"value\": \"twice\"");

        Task<FathomRun> CallAsync(params string[] flags) =>
            FathomRun.OfAsync(["call", proxy.Target, "test.Bytes/Unary", "--data-format", "hex", .. flags]);
    }
}
