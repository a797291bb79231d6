using System.Diagnostics;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;

namespace Fathom.LinuxTests.Doctor;

/// <summary>On a full disk a verdict is shown, and it is said what was not written.</summary>
public class FullDiskTests
{
    [Fact]
    public async Task The_verdict_is_shown_and_what_was_lost_is_said()
    {
        using var folder = new TemporaryFolder();
        var run = await OnFullDiskAsync(folder, "doctor", "--budget", "10s", "--out", folder.Path, "--", "true");

        run.Text.ShouldContain("true: ");
        run.Text.ShouldNotContain("page:");
        run.Error.ShouldContain("No space left on device");
        run.Error.ShouldContain("Not written: doctor.");
        run.Error.ShouldContain("; the verdict is what was shown");
        run.ExitCode.ShouldBe(3);
    }

    [Fact]
    public async Task The_answer_of_a_study_is_shown()
    {
        using var folder = new TemporaryFolder();
        var run = await OnFullDiskAsync(folder, "run", "compression", "--level", "payload=oversized",
            "--out", folder.Path);

        run.Text.ShouldContain("asked   compression: ");
        run.Error.ShouldContain("No space left on device");
        run.ExitCode.ShouldBe(3);
    }

    private static Task<Machine.Output> OnFullDiskAsync(TemporaryFolder folder, params string[] words)
    {
        Machine.RequireLinks();
        return Machine.RunAsync(new ProcessStartInfo("unshare",
        [
            "--user", "--map-root-user", "--mount", "sh", "-c", "mount -t tmpfs -o size=4k none \"$0\" && exec \"$@\"", folder.Path,
            SubjectCatalog.DotnetHost, FathomProcess.Program, .. words,
        ]));
    }
}
