using Fathom.Cli;
using Fathom.Studies.Running.Sources;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;

namespace Fathom.Tests.Cli;

/// <summary>What <c>fathom serve</c> passes on from a subject.</summary>
public sealed class ServeMessageTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Standard_error_of_a_subject_is_shown_without_folders()
    {
        // No assembly: dotnet says so, with its full path.
        var subject = Directory.CreateDirectory(_folder.PathOf("broken")).FullName;
        await File.WriteAllTextAsync(Path.Combine(subject, "fathom-broken.dll"), "", TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(Path.Combine(subject, "manifest.json"),
            """{"name":"broken","text":"Is broken.","roles":["server"],"needs":[],"flags":[],"workloads":[]}""",
            TestContext.Current.CancellationToken);
        using var output = new StringWriter();
        using var error = new StringWriter();

        (await FathomProgram.RunAsync(["serve", "broken"], new FathomConsole
        {
            Out = output,
            Error = TextWriter.Synchronized(error),
            OutIsTerminal = false,
            ErrorIsTerminal = false,
            Environment = new Dictionary<string, string>(),
            Time = TimeProvider.System,
            Folder = _folder.Path,
            Subjects = new SubjectFolder(new SubjectCatalog(_folder.Path)),
        })).ShouldNotBe(0);
        error.ToString().ShouldContain("<path>");
        error.ToString().ShouldNotContain(_folder.Path);
    }
}
