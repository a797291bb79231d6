using Fathom.FunctionalTests.Subjects;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Cli;

/// <summary><c>fathom call</c> on streams as people use them: typed messages, none, and subscriptions.</summary>
public class LiveCallTests(ServedSubjects subjects)
{
    private static readonly TimeSpan ToEnd = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task What_is_typed_is_sent_and_answered_at_once_and_the_stream_ends_with_the_input()
    {
        using var fathom = FathomProcess.Start(
            "call", await subjects.TargetAsync("native", "--contract", "proto"), "fathom.echo.Echo/DuplexStream", "-d", "@");
        await fathom.TypeAsync("""{"payload":"YQ=="}""");
        await ShowsAsync(fathom, "\"totalBytes\": \"1\"");
        await fathom.TypeAsync("""[{"payload":"YQ=="},""");
        await ShowsAsync(fathom, "\"totalBytes\": \"2\"");
        await fathom.TypeAsync("""{"payload":"YWFh"}] {"payload":""");
        await ShowsAsync(fathom, "\"totalBytes\": \"5\"");
        await fathom.TypeAsync("\"YQ==\"}");
        await ShowsAsync(fathom, "\"totalBytes\": \"6\"");
        fathom.CloseInput();
        (await fathom.ExitAsync(ToEnd)).ShouldBe(0, fathom.Error);
    }

    [Fact]
    public async Task A_typed_message_that_does_not_fit_ends_the_call_with_its_line()
    {
        using var fathom = FathomProcess.Start(
            "call", await subjects.TargetAsync("native", "--contract", "proto"), "fathom.echo.Echo/DuplexStream", "-d", "@");
        await fathom.TypeAsync("{}");
        await ShowsAsync(fathom, "{");
        await fathom.TypeAsync("""{"paylod":""}""");
        (await fathom.ExitAsync(ToEnd)).ShouldBe(2);
        fathom.Error.ShouldContain("standard input, line 2, at $.paylod: fathom.echo.EchoRequest has no field 'paylod'");
    }

    [Fact]
    public async Task A_server_that_ends_the_call_does_not_wait_for_the_input()
    {
        using var fathom = FathomProcess.Start(
            "call", await subjects.TargetAsync("native", "--contract", "proto"), "fathom.echo.Echo/DuplexStream", "-d", "@");
        await fathom.TypeAsync("""{"statusCode":7,"statusDetail":"not you"}""");
        (await fathom.ExitAsync(ToEnd)).ShouldBe(64 + 7);
        fathom.Error.ShouldContain("Status: PermissionDenied (7): not you");
    }

    [Theory]
    [InlineData("[]")]
    [InlineData("@")]
    [InlineData(null)]
    public async Task A_stream_can_have_no_message(string? data)
    {
        var target = await subjects.TargetAsync("native", "--contract", "proto");
        string[] arguments = data is null ? [] : ["-d", data];
        (await FathomRun.OutputOfAsync(["call", target, "fathom.echo.Echo/DuplexStream", .. arguments])).ShouldBe("");
        (await FathomRun.OutputOfAsync(["call", target, "fathom.echo.Echo/ClientStream", .. arguments])).Trim().ShouldBe("{}");
    }

    [Fact]
    public async Task A_subscription_is_shown_as_it_comes_until_Ctrl_C()
    {
        using var fathom = FathomProcess.Start("call", await subjects.TargetAsync("native", "--contract", "proto"),
            "fathom.echo.Echo/ServerStream", "-d", """{"repeat":2000000000,"delayMs":20}""");
        await ShowsAsync(fathom, "\"count\": 5");
        fathom.Interrupt();
        (await fathom.ExitAsync(ToEnd)).ShouldBe(130);
        fathom.Error.ShouldBe("");
    }

    private static Task ShowsAsync(FathomProcess fathom, string text) =>
        Eventually.HoldsAsync(() => fathom.Output.Contains(text, StringComparison.Ordinal), $"it shows {text}");
}
