using System.Text.Json.Nodes;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.FunctionalTests.Subjects.Tree;

/// <summary>A Locust that fails, dies, or writes something else than Locust 2: the message says so, and what to do.</summary>
public sealed class LocustFailureTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    [Theory]
    [InlineData("echo 'no such option: --headless' >&2; exit 2",
        "Locust ended with exit code 2. Fathom needs Locust 2.0 or later (Debian: python3-locust", "It wrote: no such option: --headless")]
    [InlineData("kill -9 $$", "Locust ended with exit code 137")]
    [InlineData("exit 0", "Locust wrote no request log. Was it ended? Run the study again, or install another version.")]
    [InlineData("echo 0,0,0,1,1, > \"$FATHOM_REQUEST_LOG\"", "Locust wrote no CSV of its requests")]
    [InlineData("echo 0,0,0,1,1, > \"$FATHOM_REQUEST_LOG\"; echo Type,Name > \"${11}_stats.csv\"", "there is no row 'Aggregated'")]
    [InlineData("echo 0,0,0,1,1, > \"$FATHOM_REQUEST_LOG\"; "
        + "printf 'Type,Name,Request Count,Failure Count\\n,Aggregated,2,0\\n' > \"${11}_stats.csv\"", "counts 2 requests")]
    public async Task What_went_wrong_is_said_with_what_to_do(string script, params string[] messages)
    {
        Requires.Present(TestPrerequisites.Unix);
        var program = Path.Combine(_folder.Path, "locust");
        // ${11} is the argument after --csv: where its files go.
        await File.WriteAllTextAsync(program, "#!/bin/sh\n" + script + "\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        }

        var info = BuiltSubjects.Catalog.StartInfo("users");
        info.Environment["PATH"] = $"{_folder.Path}{Path.PathSeparator}{Environment.GetEnvironmentVariable("PATH")}";
        await using var users = SubjectProcess.Start(SubjectManifest.Client, info);
        await users.ReadyAsync();

        var failure = await Should.ThrowAsync<SubjectException>(() => users.RunAsync(new JsonObject
        {
            ["kind"] = "users", ["driver"] = "locust", ["users"] = 1, ["requests_per_user"] = 1, ["think_ms"] = 1,
            ["warm_up_requests"] = 0, ["target"] = "http://127.0.0.1:1", ["certificate"] = null,
            ["addresses"] = new JsonObject { ["rest-api"] = "http://127.0.0.1:1", ["rest-admin-api"] = "http://127.0.0.1:1" },
        }, TimeSpan.FromSeconds(60)));

        messages.ShouldAllBe(message => failure.Message.Contains(message, StringComparison.Ordinal), failure.Message);
    }

    public void Dispose() => _folder.Dispose();
}
