using Fathom.FunctionalTests.Interop;
using Fathom.FunctionalTests.Interop.Compatibility;
using Fathom.Records.Loads;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Google.Protobuf;
using Google.Protobuf.Reflection;

namespace Fathom.FunctionalTests.Cli;

/// <summary><c>fathom call</c> on servers that are not ours and offer no reflection: by .proto and by protoset.</summary>
public abstract class ForeignCallTests(ForeignServers servers)
{
    protected static string EchoProto => Repository.PathOf("subjects/Fathom.Subjects/Echo/echo.proto");

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Shows(ShowsAttribute.Unary, ShowsAttribute.ClientStream, ShowsAttribute.ServerStream, ShowsAttribute.Duplex, ShowsAttribute.Files,
        ShowsAttribute.Tls)]
    public async Task Calls_of_every_kind_by_proto_and_protoset(bool tls)
    {
        var (plain, secured, certificate) = servers.Targets;
        string[] target = tls ? [secured, "--cacert", certificate] : [plain, "--plaintext"];
        using var folder = new TemporaryFolder();
        var protoset = folder.PathOf("set");
        await File.WriteAllBytesAsync(protoset, new FileDescriptorSet { File = { EchoReflection.Descriptor.ToProto() } }.ToByteArray());

        (await CallAsync("Unary", """{"payload":"aGk="}""")).ShouldContain("\"payload\": \"aGk=\"");
        (await CallAsync("ClientStream", """[{"payload":"aGk="},{"payload":"YQ"}]""")).ShouldContain("\"totalBytes\": \"3\"");
        (await CallAsync("ServerStream", """{"repeat":2,"payload":"YQ=="}""")).Split("payload").Length.ShouldBe(3);
        (await CallAsync("DuplexStream", """{"payload":"YQ=="}{"payload":"Yg=="}""")).ShouldContain("\"payload\": \"Yg==\"");

        async Task<string> CallAsync(string method, string data)
        {
            var byProto = await FathomRun.OutputOfAsync(["call", target[0], $"fathom.echo.Echo/{method}", .. target[1..], "-d", data,
                "--proto", EchoProto]);
            (await FathomRun.OutputOfAsync(["call", target[0], $"fathom.echo.Echo/{method}", .. target[1..], "-d", data,
                "--protoset", protoset])).ShouldBe(byProto);
            return byProto;
        }
    }

    [Fact]
    [Shows(ShowsAttribute.Metadata, ShowsAttribute.Statuses, ShowsAttribute.Endings)]
    public async Task Metadata_is_shown_and_a_status_or_a_deadline_is_the_exit_code()
    {
        string[] call = ["call", servers.Targets.Plain, "fathom.echo.Echo/Unary", "--proto", EchoProto];

        var echoed = await FathomRun.OfAsync([.. call, "-v", "-H", "x-test: here", "-d", """{"echoMetadata":true}"""]);
        var failed = await FathomRun.OfAsync([.. call, "-d", """{"statusCode":5,"statusDetail":"gone, 100 % ü"}"""]);
        var late = await FathomRun.OfAsync([.. call, "-d", """{"delayMs":60000}""", "--deadline", "300ms"]);

        echoed.Error.Split("x-test: here").Length.ShouldBe(3, "in headers and trailers");
        failed.Error.ShouldContain("gone, 100 % ü");
        (echoed.ExitCode, failed.ExitCode, late.ExitCode).ShouldBe((0, 64 + 5, 64 + 4), late.Error);
    }

    [Fact]
    [Shows(ShowsAttribute.Load, ShowsAttribute.Socket)]
    public async Task Load_and_a_call_over_a_Unix_domain_socket_succeed()
    {
        var plain = servers.Targets.Plain;
        using var folder = new TemporaryFolder();

        (await FathomRun.OutputOfAsync("call", $"unix:{servers.Socket}", "fathom.echo.Echo/Unary", "--proto", EchoProto, "-d",
            """{"payload":"aGk="}""")).ShouldContain("\"payload\": \"aGk=\"");
        var run = await FathomRun.OfAsync("load", plain, "--call", "fathom.echo.Echo/Unary", "--proto", EchoProto, "-n", "1000", "-c",
            "20", "--connections", "2", "-q", "-o", folder.Path);
        var record = LoadRecordJson.Read(folder.PathOf("load.json"));
        (record.Calls, record.Failed).ShouldBe((1000, 0), run.Error);
    }

    [Fact]
    [Shows(ShowsAttribute.Details)]
    public async Task Details_of_a_status_are_shown()
    {
        var run = await FathomRun.OfAsync("call", servers.Targets.Plain, "fathom.echo.Echo/Unary", "--proto", EchoProto, "-d",
            $$"""{"statusCode":9,"statusDetail":"not now","payload":"{{StatusDetails.Base64(9, "not now", "twice")}}"}""");

        run.ExitCode.ShouldBe(64 + 9, run.Error);
        run.Error.ShouldContain("\"value\": \"twice\"");
    }

    [Fact]
    [Shows(ShowsAttribute.Limits)]
    public async Task Many_large_messages_go_both_ways()
    {
        using var folder = new TemporaryFolder();
        var request = $$"""{"payload":"{{Convert.ToBase64String(new byte[500_000])}}"}""";
        await File.WriteAllLinesAsync(folder.PathOf("large.jsonl"), Enumerable.Repeat(request, 64));

        var output = await FathomRun.OutputOfAsync("call", servers.Targets.Plain, "fathom.echo.Echo/DuplexStream", "--proto", EchoProto,
            "-d", $"@{folder.PathOf("large.jsonl")}");

        output.Split("\"payload\"").Length.ShouldBe(65);
        output.Length.ShouldBeGreaterThan(64 * 500_000);
    }

    [Fact]
    public async Task Without_reflection_the_remedy_is_named()
    {
        var run = await FathomRun.OfAsync("list", servers.Targets.Plain);

        run.Error.ShouldContain("does not offer server reflection");
        run.Error.ShouldContain("--proto");
        run.ExitCode.ShouldBe(3);
    }

    [Peer(PeerAttribute.Python)]
    public sealed class OfGrpcio(GrpcioServers servers) : ForeignCallTests(servers), IClassFixture<GrpcioServers>;

    [Peer(PeerAttribute.JavaScript)]
    public sealed class OfGrpcJs(GrpcJsServers servers) : ForeignCallTests(servers), IClassFixture<GrpcJsServers>;
}
