using Fathom.TestKit;

namespace Fathom.FunctionalTests.Samples;

/// <summary>The sample, serving; ended with SIGTERM, and by force where that does not end it.</summary>
internal sealed class RunningSample : IDisposable
{
    private const string Listening = "listening on ";
    private static readonly TimeSpan ToEnd = TimeSpan.FromSeconds(60);

    private readonly ChildProcess _process;

    private RunningSample(ChildProcess process, Uri address) => (_process, Address) = (process, address);

    public Uri Address { get; }

    public static async Task<RunningSample> ServeAsync(IReadOnlyList<string> command)
    {
        var process = ChildProcess.Start(command[0], [.. command.Skip(1), "serve"]);
        try
        {
            await Eventually.HoldsAsync(() => process.Lines.Count > 0 || process.HasExited, "the sample says where it listens");
            var line = process.Lines.ShouldHaveSingleItem(process.Errors);
            line.ShouldStartWith(Listening);
            return new RunningSample(process, new Uri(line[Listening.Length..]));
        }
        catch
        {
            process.Dispose();
            throw;
        }
    }

    /// <summary>Sends SIGTERM and waits for its end: its exit code.</summary>
    public Task<int> EndAsync()
    {
        _process.Terminate();
        return _process.ExitAsync(ToEnd);
    }

    public void Dispose() => _process.Dispose();
}
