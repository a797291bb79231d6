using Fathom.FunctionalTests.Subjects;
using Fathom.Records.Loads;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Echo.CodeFirst;
using Fathom.TestKit;
using Google.Protobuf;
using Google.Protobuf.Reflection;
using Grpc.HealthCheck;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using EchoRequest = Fathom.Subjects.Echo.EchoRequest;

namespace Fathom.FunctionalTests.Cli;

/// <summary><c>fathom load</c> with methods and requests by descriptor, as <c>fathom call</c> has them.</summary>
public class DescribedLoadTests(ServedSubjects subjects)
{
    private static string EchoProto => Repository.PathOf("subjects/Fathom.Subjects/Echo/echo.proto");

    [Theory]
    [InlineData("native", "proto")]
    [InlineData("kestrel", "code-first")]
    public async Task The_four_kinds_of_call_follow_from_reflection_and_replies_are_checked_as_JSON(string host, string contract)
    {
        var target = await subjects.TargetAsync(host, "--contract", contract);

        (await OkAsync("Unary", """{"payload":"aGk="}""", """{"totalBytes":2,"payload":"aGk"}""")).Calls.ShouldBe(100);
        await OkAsync("ClientStream", """[{"payload":"aGk="},{"payload":"YQ=="}]""", """{"payload":"YQ==","count":2,"totalBytes":"3"}""");
        Messages(await OkAsync("ServerStream", """{"repeat":3}""")).ShouldBe(300);
        Messages(await OkAsync("DuplexStream", """{"payload":"YQ=="}{}""")).ShouldBe(200);
        var wrong = await LoadAsync(target, "--call", "fathom.echo.Echo/Unary", "-d", """{"payload":"aGk="}""", "--check", "{}");
        wrong.Record!.Outcomes.ShouldBe(new Dictionary<string, long> { ["WRONG_REPLY"] = 100 });
        wrong.Run.ExitCode.ShouldBe(1);

        async Task<LoadRecord> OkAsync(string method, string data, string? check = null)
        {
            var load = await LoadAsync([target, "--call", $"fathom.echo.Echo/{method}", "-d", data,
                .. check is null ? Array.Empty<string>() : ["--check", check]]);
            load.Record.ShouldNotBeNull(load.Run.Error);
            load.Record.Outcomes.ShouldBe(new Dictionary<string, long> { ["OK"] = 100 });
            return load.Record;
        }
    }

    [Fact]
    public async Task Descriptors_come_from_protos_protosets_and_code_first_assemblies_too()
    {
        var target = await subjects.TargetAsync("native", "--contract", "code-first");
        using var folder = new TemporaryFolder();
        await File.WriteAllBytesAsync(folder.PathOf("echo.protoset"),
            new FileDescriptorSet { File = { EchoReflection.Descriptor.ToProto() } }.ToByteArray());

        foreach (var source in (string[][])[["--proto", EchoProto], ["--protoset", folder.PathOf("echo.protoset")],
            ["--assembly", typeof(IEcho).Assembly.Location]])
        {
            var load = await LoadAsync([target, "--call", "fathom.echo.Echo.Unary", "-d", """{"payload":"aGk="}""", "--check",
                """{"payload":"aGk=","totalBytes":2}""", .. source]);
            load.Record.ShouldNotBeNull(load.Run.Error);
            load.Record.Outcomes["OK"].ShouldBe(100);
            load.Record.Command.ShouldContain(source[0]);
            load.Record.Command.ShouldNotContain(source[1], "a path");
        }
    }

    [Fact]
    public async Task A_server_of_Grpc_AspNetCore_is_loaded_by_its_reflection_with_an_array_in_turn()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.WebHost.ConfigureKestrel(k => k.Listen(System.Net.IPAddress.Loopback, 0, o => o.Protocols = HttpProtocols.Http2));
        var health = new HealthServiceImpl();
        health.SetStatus("shop", Grpc.Health.V1.HealthCheckResponse.Types.ServingStatus.NotServing);
        builder.Services.AddGrpc();
        builder.Services.AddGrpcReflection();
        builder.Services.AddSingleton(health);
        await using var application = builder.Build();
        application.MapGrpcService<HealthServiceImpl>();
        application.MapGrpcReflectionService();
        await application.StartAsync(TestContext.Current.CancellationToken);
        var target = new Uri(application.Urls.Single()).Authority;

        var load = await LoadAsync(target, "--call", "grpc.health.v1.Health/Check", "--connections", "2", "--threads", "2",
            "-d", """[{"service":"shop"},{"service":"none"},{"service":"shop"},{"service":"shop"}]""",
            "--check", """{"status":"NOT_SERVING"}""");
        load.Record!.Outcomes.ShouldBe(new Dictionary<string, long> { ["OK"] = 75, ["NOT_FOUND"] = 25 }, ignoreOrder: true);
    }

    [Fact]
    public async Task Lines_are_streamed_from_disk_and_parts_of_a_plan_send_different_ones()
    {
        var target = await subjects.TargetAsync("native", "--contract", "proto");
        using var folder = new TemporaryFolder();
        var sizes = Enumerable.Range(0, 100).Select(i => i * 7).ToList();
        await File.WriteAllLinesAsync(folder.PathOf("lines.jsonl"),
            sizes.Select(size => $$"""{"payload":"{{Convert.ToBase64String(new byte[size])}}"}"""));
        string[] arguments = [target, "--call", "fathom.echo.Echo/Unary", "-d", $"@{folder.PathOf("lines.jsonl")}"];
        var expected = sizes.Select(size => new EchoRequest { Payload = ByteString.CopyFrom(new byte[size]) }.CalculateSize()).ToList();

        var whole = await LoadAsync(arguments);
        var second = await LoadAsync([.. arguments, "--shard", "2/3", "--connections", "2", "--threads", "2"]);

        whole.Record.ShouldNotBeNull(whole.Run.Error);
        whole.Record.Figures["sent_bytes"].Value.ShouldBe(expected.Sum());
        second.Record!.Figures["sent_bytes"].Value.ShouldBe(expected.Where((_, i) => i % 3 == 1).Sum());
    }

    [Fact]
    public async Task What_does_not_fit_is_refused_before_and_during_a_run()
    {
        var target = await subjects.TargetAsync("native", "--contract", "proto");
        await using var silent = await new Transport.Stack(true, true).StartAsync();

        await RefusedAsync(2, "'Unray' is not a method of fathom.echo.Echo; did you mean 'Unary'?", target, "Unray", "{}");
        await RefusedAsync(2, "-d, line 1, at $.paylod: fathom.echo.EchoRequest has no field 'paylod'; did you mean 'payload' (bytes)?",
            target, "Unary", """{"paylod":""}""");
        await RefusedAsync(2, "--check: -d, line 1, at $.cont: ", target, "Unary", "{}", "--check", """{"cont":1}""");
        await RefusedAsync(2, "--kind: 'duplex' is not what fathom.echo.Echo/Unary is: its descriptor says unary; leave --kind out",
            target, "Unary", "{}", "--kind", "duplex");
        await RefusedAsync(3, "does not offer server reflection", silent.Address.ToString().TrimEnd('/'), "Unary", "{}");
        // 2147483648 is one more than an int32 holds.
        await RefusedAsync(2, "2147483648", target, "Unary", """{"repeat":21474836{{n}}}""", "-c", "1");
    }

    private static double Messages(LoadRecord record) => Math.Round(record.Figures["message_rate"].Value * record.ElapsedSeconds);

    private static async Task RefusedAsync(int exitCode, string message, string target, string method, string data, params string[] more)
    {
        var (run, record) = await LoadAsync([target, "--call", $"fathom.echo.Echo/{method}", "-d", data, .. more]);
        run.Error.ShouldContain(message);
        (run.ExitCode, record).ShouldBe((exitCode, null));
    }

    private static async Task<(FathomRun Run, LoadRecord? Record)> LoadAsync(params string[] arguments)
    {
        using var folder = new TemporaryFolder();
        var run = await FathomRun.OfAsync(["load", .. arguments, "-n", "100", "-q", "--out", folder.Path]);
        var record = folder.PathOf("load.json");
        return (run, File.Exists(record) ? LoadRecordJson.Read(record) : null);
    }
}
