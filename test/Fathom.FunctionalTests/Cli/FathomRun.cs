using Fathom.TestKit;

namespace Fathom.FunctionalTests.Cli;

/// <summary>One run of <c>fathom</c> from start to end.</summary>
internal sealed record FathomRun(int ExitCode, string Output, string Error)
{
    public static async Task<FathomRun> OfAsync(params string[] arguments)
    {
        using var fathom = FathomProcess.Start(arguments);
        var exitCode = await fathom.ExitAsync(TimeSpan.FromMinutes(1));
        return new(exitCode, fathom.Output, fathom.Error);
    }

    /// <summary>The output of a run that must succeed.</summary>
    public static async Task<string> OutputOfAsync(params string[] arguments)
    {
        var run = await OfAsync(arguments);
        run.ExitCode.ShouldBe(0, run.Error);
        return run.Output;
    }
}
