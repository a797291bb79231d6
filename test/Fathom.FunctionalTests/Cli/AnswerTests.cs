using System.Text.Json;
using System.Xml.Linq;
using Fathom.FunctionalTests.Cli.Servers;
using Fathom.FunctionalTests.Subjects;
using Fathom.FunctionalTests.Transport;
using Fathom.TestKit;
using Fathom.TestKit.Records;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Cli;

/// <summary><c>--output json</c>: one document on standard output, of a schema that ships with Fathom.</summary>
public class AnswerTests(ServedSubjects subjects)
{
    private const string Echo = "fathom.echo.Echo";

    [Fact]
    public async Task Services_and_methods_are_listed()
    {
        var target = await subjects.TargetAsync("native", "--contract", "proto");
        var all = Answer.Read(await FathomRun.OutputOfAsync("list", target, "--output", "json"), "fathom.list/1");
        var one = Answer.Read(await FathomRun.OutputOfAsync("list", target, Echo, "--output", "json"), "fathom.list/1");

        all.GetProperty("services").EnumerateArray().Select(s => s.GetProperty("name").GetString()).ShouldContain(Echo);
        all.GetProperty("services")[0].TryGetProperty("methods", out _).ShouldBeFalse();
        var method = one.GetProperty("services")[0].GetProperty("methods").EnumerateArray()
            .Single(m => m.GetProperty("name").GetString() == $"{Echo}/ServerStream");
        method.GetProperty("request").GetString().ShouldBe("fathom.echo.EchoRequest");
        (method.GetProperty("client_streaming").GetBoolean(), method.GetProperty("server_streaming").GetBoolean()).ShouldBe((false, true));
    }

    [Fact]
    public async Task A_symbol_is_described_by_its_descriptor()
    {
        var target = await subjects.TargetAsync("native", "--contract", "proto");
        var described = Answer.Read(
            await FathomRun.OutputOfAsync("describe", target, $"{Echo}/Unary", "--output", "json"), "fathom.describe/1");
        var every = Answer.Read(await FathomRun.OutputOfAsync("describe", target, "--output", "json"), "fathom.describe/1");

        var symbols = described.GetProperty("symbols").EnumerateArray().ToList();
        symbols.Select(s => $"{s.GetProperty("kind").GetString()} {s.GetProperty("name").GetString()}")
            .ShouldBe([$"method {Echo}/Unary", "message fathom.echo.EchoRequest", "message fathom.echo.EchoReply"]);
        symbols[1].GetProperty("descriptor").GetProperty("field")[0].GetProperty("type").GetString().ShouldBe("TYPE_BYTES");
        every.GetProperty("symbols").EnumerateArray().Select(s => s.GetProperty("kind").GetString()).Distinct().ShouldBe(["service"]);
    }

    [Fact]
    public async Task A_call_is_its_status_its_metadata_and_all_replies()
    {
        var target = await subjects.TargetAsync("native", "--contract", "proto");
        var done = Answer.Read(await FathomRun.OutputOfAsync("call", target, $"{Echo}/ServerStream", "-H", "x-raw-bin: AP8=", "-d",
            """{"repeat":2,"echoMetadata":true}""", "--output", "json"), "fathom.call/1");
        var failed = await FathomRun.OfAsync("call", target, $"{Echo}/Unary", "-d", """{"statusCode":5,"statusDetail":"gone"}""",
            "--output", "json");

        done.TryGetProperty("encoding", out _).ShouldBeFalse("nothing asked the host to compress");
        done.GetProperty("status").GetProperty("name").GetString().ShouldBe("OK");
        done.GetProperty("headers").GetProperty("x-raw-bin")[0].GetString().ShouldBe("AP8=");
        done.GetProperty("replies").EnumerateArray().Select(r => r.ToString().Contains("count", StringComparison.Ordinal))
            .ShouldBe([false, true]);
        failed.ExitCode.ShouldBe(64 + 5);
        var status = Answer.Read(failed.Output, "fathom.call/1").GetProperty("status");
        (status.GetProperty("code").GetInt32(), status.GetProperty("name").GetString(), status.GetProperty("message").GetString())
            .ShouldBe((5, "NOT_FOUND", "gone"));
    }

    [Fact]
    public async Task A_reply_that_cannot_be_read_leaves_its_place()
    {
        await using var host = ScriptedShop.Start([[0x0A, 1, (byte)'i'], [0x0A, 9], [0x0A, 1, (byte)'k']]);
        var run = await FathomRun.OfAsync("call", host.Address.Authority, "shop.Shop/Watch", "--output", "json");

        run.ExitCode.ShouldBe(1);
        var answer = Answer.Read(run.Output, "fathom.call/1");
        answer.GetProperty("replies").EnumerateArray().Select(r => r.ValueKind)
            .ShouldBe([JsonValueKind.Object, JsonValueKind.Null, JsonValueKind.Object]);
        var unreadable = answer.GetProperty("unreadable")[0];
        unreadable.GetProperty("what").GetString().ShouldBe("reply 2");
        unreadable.GetProperty("bytes").GetString().ShouldBe("Cgk=");
    }

    [Theory]
    [InlineData("hex", "0a0169")]
    [InlineData("base64", "CgFp")]
    [InlineData("binary", "CgFp")]
    public async Task Encoded_replies_are_text_in_the_document(string format, string reply)
    {
        await using var host = ScriptedShop.Start([[0x0A, 1, (byte)'i'], []]);
        var output = await FathomRun.OutputOfAsync("call", host.Address.Authority, "shop.Shop/Watch", "--kind", "server-streaming",
            "--data-format", format, "--output", "json");

        Answer.Read(output, "fathom.call/1").GetProperty("replies").EnumerateArray().Select(r => r.GetString()).ShouldBe([reply, ""]);
    }

    [Fact]
    public async Task A_call_that_was_interrupted_has_the_replies_so_far_and_no_status()
    {
        using var fathom = FathomProcess.Start("call", await subjects.TargetAsync("native", "--contract", "proto"),
            $"{Echo}/ServerStream", "-v", "-d", """{"repeat":1000000,"delayMs":20}""", "--output", "json");
        await Eventually.HoldsAsync(() => fathom.Error.Contains("Headers", StringComparison.Ordinal), "the call is answered");
        fathom.Interrupt();

        (await fathom.ExitAsync(TimeSpan.FromMinutes(1))).ShouldBe(130);
        Answer.Read(fathom.Output, "fathom.call/1").TryGetProperty("status", out _).ShouldBeFalse();
    }

    [Fact]
    public async Task What_did_not_answer_leaves_standard_output_empty()
    {
        var run = await FathomRun.OfAsync("call", $"127.0.0.1:{FreePort.Next()}", $"{Echo}/Unary", "--output", "json");
        (run.ExitCode, run.Output).ShouldBe((3, ""));
    }

    [Fact]
    public async Task A_shell_completes_the_methods_of_a_server()
    {
        var line = $"call {await subjects.TargetAsync("native", "--contract", "proto")} fathom.echo.Echo/S";
        (await FathomRun.OutputOfAsync($"[suggest:{line.Length}]", line)).Trim().ShouldBe($"{Echo}/ServerStream");
    }

    [Fact]
    public async Task The_compression_of_replies_is_shown()
    {
        await using var host = await Stack.Native.StartAsync(
            options: new ServerOptions { Compression = MessageCompression.Always(CodecRegistry.Gzip) });
        var run = await FathomRun.OfAsync("call", host.Address.ToString().TrimEnd('/'), $"{Echo}/Unary", "--proto",
            Repository.PathOf("subjects/Fathom.Subjects/Echo/echo.proto"), "-d", """{"replySize":100000}""", "-v", "--output", "json");

        run.Error.ShouldContain("Encoding: gzip");
        Answer.Read(run.Output, "fathom.call/1").GetProperty("encoding").GetString().ShouldBe("gzip");
    }

    [Fact]
    public async Task A_run_of_load_is_a_report_on_standard_output_and_a_summary_for_github()
    {
        using var folder = new TemporaryFolder();
        var run = await FathomRun.WithAsync(
            new Dictionary<string, string> { ["GITHUB_STEP_SUMMARY"] = folder.PathOf("summary.md") },
            "load", await subjects.TargetAsync("native", "--contract", "proto"), "--call", $"{Echo}/Unary", "-n", "50", "--threshold",
            "p50<1us", "--threshold", "errors<1%", "--output", "junit", "-q", "--out", folder.Path);

        var cases = XDocument.Parse(run.Output).Descendants("testcase").ToDictionary(c => c.Attribute("name")!.Value, c => c.Elements());
        cases["errors<1%"].ShouldHaveSingleItem().Name.LocalName.ShouldBe(run.ExitCode == 1 ? "system-out" : "skipped");
        cases["p50<1us"].ShouldHaveSingleItem().Name.LocalName.ShouldBe(run.ExitCode == 1 ? "failure" : "skipped");
        run.Error.ShouldContain("p50<1us: DOES NOT HOLD");
        (await File.ReadAllTextAsync(folder.PathOf("summary.md"))).ShouldStartWith($"### :x: fathom load: {Echo}/Unary");
    }

    [Fact]
    public async Task A_relay_tells_its_plan_and_its_connections()
    {
        using var echo = new EchoServer();
        using var fathom = FathomProcess.Start("link", "--mode", "relay", "--delay", "50ms", "--listen", "0", "--to",
            $"127.0.0.1:{echo.Port}", "--output", "json");
        await Eventually.HoldsAsync(() => fathom.Error.Contains("round trip measured", StringComparison.Ordinal), "the relay listens");
        fathom.Interrupt();

        (await fathom.ExitAsync(TimeSpan.FromMinutes(2))).ShouldBe(130);
        var answer = Answer.Read(fathom.Output, "fathom.link/1");
        answer.GetProperty("up").GetProperty("delay_ms").GetDouble().ShouldBe(50);
        answer.GetProperty("round_trip_ms").GetDouble().ShouldBeGreaterThanOrEqualTo(100);
        fathom.Error.ShouldContain($"127.0.0.1:{answer.GetProperty("listen_port").GetInt32()} leads to");
    }
}
