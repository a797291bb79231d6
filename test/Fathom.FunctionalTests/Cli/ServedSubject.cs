using Fathom.TestKit;

namespace Fathom.FunctionalTests.Cli;

/// <summary>A subject by <c>fathom serve</c>. The test owns it.</summary>
internal sealed class ServedSubject : IDisposable
{
    private readonly FathomProcess _process;

    private ServedSubject(FathomProcess process, string target) => (_process, Target) = (process, target);

    /// <summary>The address without its scheme.</summary>
    public string Target { get; }

    public static async Task<ServedSubject> StartAsync(params string[] arguments)
    {
        var process = FathomProcess.Start(["serve", .. arguments]);
        try
        {
            await Eventually.HoldsAsync(() => process.Output.Contains('\n'), $"it serves; {process.Error}");
            return new(process, new Uri(process.Output.Split("listening on ")[1].Split([' ', '\n'])[0]).Authority);
        }
        catch
        {
            process.Dispose();
            throw;
        }
    }

    public void Dispose() => _process.Dispose();
}
