using Fathom.TestKit;

namespace Fathom.LinuxTests;

/// <summary>
/// <c>fathom</c> with a variable of this test's own in its environment, which all that it starts inherits: so that remaining processes can
/// be found whatever their parent is. A test owns it.
/// </summary>
internal sealed class Marked : IDisposable
{
    private readonly string _mark;

    private Marked(string mark, FathomProcess process) => (_mark, Fathom) = (mark, process);

    public FathomProcess Fathom { get; }

    /// <summary>Starts <c>fathom link</c>, or skips where this machine makes no link.</summary>
    public static Marked Link(params string[] arguments)
    {
        Machine.RequireLinks();
        return Start(["link", .. arguments]);
    }

    public static Marked Start(params string[] arguments)
    {
        var mark = $"FATHOM_TEST_MARK={Guid.NewGuid():N}";
        return new Marked(mark, FathomProcess.StartWith(
            new Dictionary<string, string> { ["FATHOM_TEST_MARK"] = mark.Split('=')[1], ["SHELL"] = "/bin/sh" }, arguments));
    }

    /// <summary>Ids of running processes with the mark.</summary>
    public IReadOnlyList<int> Processes() => [.. Running.Ids().Where(Bears)];

    /// <summary>The namespaces they are in.</summary>
    public Spaces Spaces() => LinuxTests.Spaces.Of(Processes().Where(p => p != Fathom.Id));

    /// <summary>The outside port that the link printed.</summary>
    public async Task<int> PortAsync()
    {
        await Eventually.HoldsAsync(() => Fathom.Error.Contains("outside leads to", StringComparison.Ordinal)
            || Fathom.Error.Contains("through a relay", StringComparison.Ordinal), "the link stands");
        return int.Parse(Fathom.Error.Split("127.0.0.1:")[1].Split(' ')[0], System.Globalization.CultureInfo.InvariantCulture);
    }

    /// <summary>Waits at most a minute for the end of <c>fathom</c>; its exit code.</summary>
    public Task<int> ExitAsync() => Fathom.ExitAsync(TimeSpan.FromSeconds(60));

    public void Dispose() => Fathom.Dispose();

    private bool Bears(int process)
    {
        try
        {
            return File.ReadAllText($"/proc/{process}/environ").Contains(_mark, StringComparison.Ordinal) && FathomProcess.Runs(process);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The process has ended, or belongs to another user.
            return false;
        }
    }
}
