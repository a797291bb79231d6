using Fathom.TestKit;

namespace Fathom.Tests.Cli;

/// <summary>A temporary folder with a file of settings, in which <c>fathom</c> runs and refuses one of them.</summary>
internal sealed class SettingsFolder : IDisposable
{
    private readonly TemporaryFolder _temporary = new();

    public string Path => _temporary.Path;

    public Task<string> RunAsync(string file, params string[] arguments) => RunAsync(file, [], arguments);

    public Task<string> RunWithAsync(Dictionary<string, string> environment, params string[] arguments) =>
        RunAsync("", environment, arguments);

    public async Task<string> RunAsync(string file, Dictionary<string, string> environment, params string[] arguments)
    {
        await File.WriteAllTextAsync(_temporary.PathOf("settings.yml"), file);
        var (exitCode, _, error) = await CommandLine.RunAsync(
            arguments, new(environment) { ["FATHOM_CONFIG"] = "settings.yml" }, _temporary.Path);
        exitCode.ShouldBe(2, error);
        return error;
    }

    public void Dispose() => _temporary.Dispose();
}
