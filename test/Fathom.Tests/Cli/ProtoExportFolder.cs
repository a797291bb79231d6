using Fathom.TestKit;

namespace Fathom.Tests.Cli;

/// <summary>A temporary folder with assemblies, in which <c>fathom proto export</c> runs.</summary>
internal sealed class ProtoExportFolder : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public string PathOf(string name) => _folder.PathOf(name);

    public Task<(int ExitCode, string Out, string Error)> ExportAsync(string assembly, params string[] further) =>
        CommandLine.RunAsync(["proto", "export", assembly, .. further], folder: _folder.Path);

    public void Dispose() => _folder.Dispose();
}
