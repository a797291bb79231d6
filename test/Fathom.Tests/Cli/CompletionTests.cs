namespace Fathom.Tests.Cli;

/// <summary>What a shell completes, by <c>fathom "[suggest]"</c>.</summary>
public class CompletionTests
{
    [Theory]
    [InlineData("lo", "load")]
    [InlineData("load --thre", "--threads\n--threshold")]
    [InlineData("load x --output ", "csv\njson\njsonl\njunit\nprometheus\nsummary")]
    [InlineData("compare a b --output j", "")]
    [InlineData("link --mode ", "packets\nrelay")]
    [InlineData("call 127.0.0.1:1 a.", "")]
    public async Task A_line_that_is_not_finished_has_its_completions(string line, string expected)
    {
        var (exitCode, output, error) = await CommandLine.RunAsync([$"[suggest:{line.Length}]", line]);

        (exitCode, error).ShouldBe((0, ""));
        // Of a flag's value the library lists what else may follow, too.
        var words = output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Where(w => !line.Contains(" --mode", StringComparison.Ordinal)
            || w[0] is not ('-' or '/'));
        string.Join('\n', words).ShouldBe(expected);
    }
}
