using System.Collections.Concurrent;
using Fathom.FunctionalTests.Cli.Servers;
using Fathom.FunctionalTests.Subjects;
using Fathom.Records.Loads;
using Fathom.TestKit;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Cli;

/// <summary><c>fathom load</c> on several methods by weight, and with metadata that is another for each call.</summary>
public class MixedLoadTests(ServedSubjects subjects)
{
    [Fact]
    public async Task Methods_are_called_by_weight_with_data_and_figures_of_their_own_and_parts_add_up()
    {
        var target = await subjects.TargetAsync("native", "--contract", "proto");
        using var folder = new TemporaryFolder();
        string[] flags = ["load", target, "--call", "fathom.echo.Echo", "--mix", "Unary:3,grpc.health.v1.Health/Check:7", "--mix-data",
            """Unary={"payload":"aGk=","statusCode":{{choice 5|5}}}""", "-n", "1000", "--connections", "2", "--threads", "2", "-q",
            "--out"];
        var whole = await FathomRun.OfAsync([.. flags, folder.PathOf("whole")]);
        foreach (var part in new[] { "1", "2" })
        {
            await FathomRun.OfAsync([.. flags, folder.PathOf(part), "--shard", $"{part}/2"]);
        }

        var merged = await FathomRun.OfAsync(
            "merge", folder.PathOf("1/load.json"), folder.PathOf("2/load.json"), "-o", folder.PathOf("sum"));
        foreach (var name in new[] { "whole", "sum" })
        {
            var record = LoadRecordJson.Read(folder.PathOf($"{name}/load.json"));
            record.Plan.Call.ShouldBe("fathom.echo.Echo/Unary:3, grpc.health.v1.Health/Check:7");
            record.Methods!.Select(m => (m.Call, m.Weight, m.Calls, m.Failed)).ShouldBe(
                [("fathom.echo.Echo/Unary", 3, 300, 300), ("grpc.health.v1.Health/Check", 7, 700, 0)], whole.Error);
            record.Methods![0].Outcomes.ShouldBe(new Dictionary<string, long> { ["NOT_FOUND"] = 300 });
            record.Methods[0].Figures["failure_p50"].Value.ShouldBeGreaterThan(0);
            record.Methods[1].Figures["latency_p99"].Value.ShouldBeGreaterThan(0);
        }

        whole.Output.ShouldContain("Check: 700 calls, 0 failed");
        merged.Output.ShouldContain("Unary: 300 calls, 300 failed");
        (await File.ReadAllTextAsync(folder.PathOf("whole/load.html"))).ShouldContain("grpc.health.v1.Health/Check");
    }

    [Fact]
    public async Task Metadata_with_templates_is_another_for_each_call_and_the_rest_is_not()
    {
        var seen = new ConcurrentBag<(string? Id, string? Token)>();
        await using var host = NativeHost.Start(
            [ScriptedShop.Definition([],
                call => seen.Add((call.RequestHeaders.GetValue("x-id"), call.RequestHeaders.GetValue("x-token"))))],
            new NativeHostOptions { Server = new ServerOptions { EnableReflection = true } });
        using var folder = new TemporaryFolder();
        var run = await FathomRun.WithAsync(new Dictionary<string, string> { ["TOKEN"] = "secret" }, "load", host.Address.Authority,
            "--call", "shop.Shop/Watch", "-H", "X-Id: call-{{n}}", "-H", "x-token: Bearer {{env TOKEN}}", "-n", "40", "--connections", "2",
            "--threads", "2", "-q", "--out", folder.Path);

        run.ExitCode.ShouldBe(0, run.Error);
        seen.Select(s => s.Id).Order(StringComparer.Ordinal)
            .ShouldBe(Enumerable.Range(0, 40).Select(n => $"call-{n}").Order(StringComparer.Ordinal));
        seen.Select(s => s.Token).Distinct().ShouldBe(["Bearer secret"]);
        (await File.ReadAllTextAsync(folder.PathOf("load.json"))).ShouldNotContain("secret");
    }

    [Theory]
    [InlineData("call", "shop.Shop/Watch")]
    [InlineData("load", "--call", "shop.Shop/Watch", "-n", "1", "-q")]
    public async Task A_user_agent_stands_before_ours_in_one_field(string command, params string[] rest)
    {
        var seen = new ConcurrentBag<string>();
        await using var host = NativeHost.Start(
            [ScriptedShop.Definition([],
                call => seen.Add(string.Join(" | ", call.RequestHeaders.GetAll("user-agent").Select(e => e.Value))))],
            new NativeHostOptions { Server = new ServerOptions { EnableReflection = true } });
        using var folder = new TemporaryFolder();
        var run = await FathomRun.OfAsync([command, host.Address.Authority, .. rest, "-H", "User-Agent: shopper/1.2",
            .. command == "load" ? ["--out", folder.Path] : Array.Empty<string>()]);
        var varied = await FathomRun.OfAsync([command, host.Address.Authority, .. rest, "-H", "user-agent: {{n}}"]);

        run.ExitCode.ShouldBe(0, run.Error);
        seen.ShouldHaveSingleItem().ShouldMatch(@"^shopper/1\.2 grpc-fathom/[^ |]+$");
        varied.Error.ShouldContain("'user-agent: {{n}}' is not accepted; accepted: one user-agent for all calls");
        varied.ExitCode.ShouldBe(2);
    }

    [Fact]
    public async Task Encoded_requests_are_mixed()
    {
        using var folder = new TemporaryFolder();
        var run = await FathomRun.OfAsync("load", await subjects.TargetAsync("native", "--contract", "proto"), "--call",
            "fathom.echo.Echo", "--mix", "Unary,grpc.health.v1.Health/Check", "--data-format", "hex", "--mix-data", "Unary=0a00", "-n",
            "20", "-q", "--out", folder.Path);

        LoadRecordJson.Read(folder.PathOf("load.json")).Methods!.Select(m => (m.Calls, m.Failed)).ShouldBe([(10, 0), (10, 0)], run.Error);
    }

    [Fact]
    public async Task What_cannot_be_mixed_is_refused()
    {
        var target = await subjects.TargetAsync("native", "--contract", "proto");
        var streams = await FathomRun.OfAsync("load", target, "--call", "fathom.echo.Echo", "--mix", "Unary,DuplexStream:2");
        var unknown = await FathomRun.OfAsync("load", target, "--call", "fathom.echo.Echo/Unary", "--mix", "Unary,Unry");

        streams.Error.ShouldBe("fathom: --mix: fathom.echo.Echo/DuplexStream streams; accepted: unary methods\n");
        unknown.Error.ShouldContain("did you mean 'Unary'?");
        (streams.ExitCode, unknown.ExitCode).ShouldBe((2, 2));
    }

    [Fact]
    public async Task An_empty_request_is_printed_to_fill_in()
    {
        var target = await subjects.TargetAsync("native", "--contract", "proto");
        var template = await FathomRun.OutputOfAsync("describe", target, "fathom.echo.Echo/Unary", "--message-template");
        var service = await FathomRun.OfAsync("describe", target, "fathom.echo.Echo", "--message-template");

        (await FathomRun.OutputOfAsync("call", target, "fathom.echo.Echo/Unary", "-d", template)).Trim().ShouldBe("{}");
        template.ShouldContain("\"delayMs\": 0");
        service.Error.ShouldContain("'fathom.echo.Echo' is no message and no method");
        service.ExitCode.ShouldBe(2);
    }
}
