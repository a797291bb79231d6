using System.Diagnostics;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.LinuxTests;

/// <summary>Programs in the current folder are not started in place of those of the system.</summary>
public sealed class FakeProgramsTests : IDisposable
{
    private static readonly string[] Fakes =
    [
        "unshare", "nsenter", "ip", "sh", "dotnet", "true", "python3", "node", "curl", "chromium", "script", "ping", "gcc", "clang",
        "taskset",
    ];

    private readonly TemporaryFolder _folder = new();

    public FakeProgramsTests()
    {
        Requires.Present(TestPrerequisites.Linux);
        foreach (var fake in Fakes)
        {
            File.WriteAllText(_folder.PathOf(fake), $"#!/bin/sh\necho {fake} >> '{_folder.PathOf("started")}'\nexit 9\n");
            if (!OperatingSystem.IsWindows())
            {
                File.SetUnixFileMode(_folder.PathOf(fake), UnixFileMode.UserRead | UnixFileMode.UserExecute);
            }
        }

        // Python imports from the current folder before all others.
        File.WriteAllText(_folder.PathOf("grpc.py"), $"open('{_folder.PathOf("started")}', 'a').write('grpc.py')\n");
    }

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("")]
    [InlineData(":")]
    [InlineData(".:")]
    [InlineData("../here:")]
    public async Task A_link_starts_none_of_them(string before)
    {
        Machine.RequireLinks();
        var output = await RunAsync(before, "link", "--", "true");
        StartedFakes().ShouldBe("");
        output.ExitCode.ShouldBe(0, output.Error);
    }

    [Fact]
    public async Task The_prefix_for_a_command_at_an_end_starts_none_of_them()
    {
        Machine.RequireLinks();
        var output = await RunAsync(".:", "link", "--", "/bin/sh", "-c", "$FATHOM_LINK_AT_FAR /bin/true");
        StartedFakes().ShouldBe("");
        output.ExitCode.ShouldBe(0, output.Error);
    }

    [Theory]
    [InlineData("")]
    [InlineData(".:")]
    public async Task The_doctor_starts_none_of_them(string before)
    {
        var output = await RunAsync(before, "doctor", "--budget", "20s", "--", "sh", "-c", "true");
        StartedFakes().ShouldBe("");
        output.Error.ShouldNotContain("cannot be started");
    }

    [Fact]
    public async Task A_program_that_is_in_the_current_folder_alone_is_not_examined()
    {
        File.Move(_folder.PathOf("gcc"), _folder.PathOf("only-here"));
        var output = await RunAsync(".:", "doctor", "--", "only-here");
        StartedFakes().ShouldBe("");
        output.ExitCode.ShouldBe(2);
        output.Error.ShouldContain("'only-here' cannot be started: it is not on PATH. Give a program with its path");
    }

    [Fact]
    public async Task The_check_of_this_machine_starts_none_of_them()
    {
        var output = await RunAsync(".::", "check");
        StartedFakes().ShouldBe("");
        output.Text.ShouldContain("unshare", Case.Insensitive);
    }

    private string StartedFakes() => File.Exists(_folder.PathOf("started")) ? File.ReadAllText(_folder.PathOf("started")) : "";

    private Task<Machine.Output> RunAsync(string before, params string[] arguments)
    {
        var start = new ProcessStartInfo(SubjectCatalog.DotnetHost, ["exec", FathomProcess.Program, .. arguments])
        {
            WorkingDirectory = _folder.Path,
        };
        start.Environment["PATH"] = before.Replace("here", Path.GetFileName(_folder.Path), StringComparison.Ordinal)
            + Environment.GetEnvironmentVariable("PATH");
        return Machine.RunAsync(start);
    }
}
