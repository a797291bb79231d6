using Fathom.FunctionalTests.Cli.Servers;
using Fathom.FunctionalTests.Subjects;
using Fathom.Subjects.Echo.CodeFirst;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Cli;

/// <summary><c>fathom list</c>, <c>describe</c> and <c>call</c> on our own hosts, by their reflection.</summary>
public class CallTests(ServedSubjects subjects)
{
    private static string EchoProto => Repository.PathOf("subjects/Fathom.Subjects/Echo/echo.proto");

    [Theory]
    [InlineData("native", "proto")]
    [InlineData("native", "code-first")]
    [InlineData("kestrel", "proto")]
    [InlineData("kestrel", "code-first")]
    public async Task A_host_of_ours_is_listed_described_and_called(string host, string contract)
    {
        var target = await subjects.TargetAsync(host, "--contract", contract);

        (await FathomRun.OutputOfAsync("list", target)).Split('\n', StringSplitOptions.RemoveEmptyEntries).ShouldBe(
            ["fathom.download.Downloads", "fathom.echo.Echo", "grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection",
                "grpc.reflection.v1alpha.ServerReflection"]);
        (await FathomRun.OutputOfAsync("list", target, "fathom.echo.Echo")).ShouldContain("fathom.echo.Echo/DuplexStream");
        (await FathomRun.OutputOfAsync("describe", target, "fathom.echo.Echo/Unary")).ShouldContain("bytes payload = 1;");
        (await FathomRun.OutputOfAsync("describe", target))
            .ShouldContain("rpc Watch(grpc.health.v1.HealthCheckRequest) returns (stream");
        (await FathomRun.OutputOfAsync("call", target, "grpc.health.v1.Health/Check", "-d", """{"service":"fathom.echo.Echo"}"""))
            .ShouldContain("\"status\": \"SERVING\"");
        (await FathomRun.OutputOfAsync("call", target, "fathom.echo.Echo/Unary", "-d", """{"payload":"aGk="}"""))
            .ShouldContain("\"totalBytes\": \"2\"");
        (await FathomRun.OutputOfAsync("call", target, "fathom.echo.Echo/ClientStream", "-d",
            """[{"payload":"aGk="},{"payload":"YQ"}]"""))
            .ShouldContain("\"totalBytes\": \"3\"");
        (await FathomRun.OutputOfAsync("call", target, "fathom.echo.Echo/ServerStream", "-d", """{"repeat":3}"""))
            .Split("count").Length.ShouldBe(3, "the count of the first is its default");
        (await FathomRun.OutputOfAsync("call", target, "fathom.echo.Echo/DuplexStream", "-d",
            """{"payload":"YQ=="}{"payload":"Yg=="}"""))
            .ShouldContain("\"totalBytes\": \"2\"");
    }

    [Fact]
    public async Task Headers_trailers_and_a_status_are_shown()
    {
        var target = await subjects.TargetAsync("native", "--contract", "proto");
        var echoed = await FathomRun.OfAsync("call", target, "fathom.echo.Echo/Unary", "-v", "-H", "x-text: a: b", "-H",
            "x-raw-bin: AP8=", "-d", """{"echoMetadata":true}""");
        var failed = await FathomRun.OfAsync("call", target, "fathom.echo.Echo/Unary", "-d",
            """{"statusCode":5,"statusDetail":"gone"}""");
        var late = await FathomRun.OfAsync("call", target, "fathom.echo.Echo/Unary", "--deadline", "50ms", "-d",
            """{"delayMs":60000}""");

        echoed.ExitCode.ShouldBe(0, echoed.Error);
        echoed.Error.Split("x-text: a: b").Length.ShouldBe(3, "in headers and trailers");
        echoed.Error.ShouldContain("x-raw-bin: AP8");
        (failed.ExitCode, failed.Output).ShouldBe((64 + 5, ""));
        failed.Error.ShouldContain("Status: NotFound (5): gone");
        late.ExitCode.ShouldBe(64 + 4);
        late.Error.ShouldContain("Status: DeadlineExceeded (4)");
    }

    [Fact]
    public async Task What_cannot_be_called_says_what_was_found_and_what_to_do()
    {
        var target = await subjects.TargetAsync("native", "--contract", "proto");
        var secured = await subjects.TargetAsync("kestrel", "--tls");
        await using var page = await WebServer.StartAsync(200);
        await using var nothing = await WebServer.StartAsync(404);

        await RefusedAsync(2, "'Unray' is not a method of fathom.echo.Echo; did you mean 'Unary'?", "call", target,
            "fathom.echo.Echo/Unray");
        await RefusedAsync(2, "did you mean 'fathom.echo.Echo/Unary'?", "call", target, "fathom.echo.Ecko/Unary");
        await RefusedAsync(2, "-d, line 1, at $.paylod: fathom.echo.EchoRequest has no field 'paylod'; did you mean 'payload' (bytes)?",
            "call", target, "fathom.echo.Echo/Unary", "-d", """{"paylod":""}""");
        await RefusedAsync(2, "takes one", "call", target, "fathom.echo.Echo/Unary", "-d", "[{},{}]");
        await RefusedAsync(3, "cannot be reached", "list", $"127.0.0.1:{FreePort.Next()}");
        await RefusedAsync(3, "--plaintext", "list", $"https://{target}");
        await RefusedAsync(3, "leave out --plaintext", "list", "--plaintext", secured);
        await RefusedAsync(3, "--cacert", "list", secured);
        await RefusedAsync(3, "is not a gRPC server", "list", page.Urls.Single());
        await RefusedAsync(3, "is not a gRPC server", "list", nothing.Urls.Single());
        await RefusedAsync(3, "is not a gRPC server", "call", page.Urls.Single(), "fathom.echo.Echo/Unary", "--proto", EchoProto);
        await RefusedAsync(2, "is not an address", "list", "127.0.0.1");
        await RefusedAsync(2, "TARGET is missing", "list");
        await RefusedAsync(2, "give one of them", "list", "--proto", "a.proto", "--protoset", "b");
        await RefusedAsync(2, "nothing.proto", "list", "--proto", "nothing.proto");
        (await FathomRun.OutputOfAsync("list", "--insecure", secured)).ShouldContain("fathom.echo.Echo");
    }

    [Fact]
    public async Task Descriptors_come_from_files_and_assemblies_too()
    {
        (await FathomRun.OutputOfAsync("list", "--proto", EchoProto)).Trim().ShouldBe("fathom.echo.Echo");
        (await FathomRun.OutputOfAsync("describe", "--assembly", typeof(IEcho).Assembly.Location,
            "fathom.echo.EchoReply"))
            .ShouldContain("int64 total_bytes = 3;");
        // What protoc generated: of this repository, and of a package.
        (await FathomRun.OutputOfAsync("describe", "--assembly", typeof(Fathom.Subjects.Echo.EchoReply).Assembly.Location,
            "fathom.echo.Echo/Unary")).ShouldContain("int64 total_bytes = 3;");
        (await FathomRun.OutputOfAsync("list", "--assembly", typeof(Grpc.Health.V1.HealthCheckRequest).Assembly.Location))
            .ShouldBe("grpc.health.v1.Health\n");
    }

    private static async Task RefusedAsync(int exitCode, string message, params string[] arguments)
    {
        var run = await FathomRun.OfAsync(arguments);
        run.Error.ShouldContain(message);
        (run.ExitCode, run.Output).ShouldBe((exitCode, ""));
    }
}
