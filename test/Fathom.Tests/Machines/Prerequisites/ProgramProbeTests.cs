using Fathom.Machines.Prerequisites;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.Tests.Machines.Prerequisites;

/// <summary>Programs that are too old, broken, silent, or second on PATH.</summary>
public class ProgramProbeTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task An_older_runtime_or_SDK_does_not_count()
    {
        var machine = new FakeMachine
        {
            Programs = new()
            {
                ["dotnet --list-runtimes"] = (0, "Microsoft.AspNetCore.App 8.0.1 [/x]\nMicrosoft.NETCore.App 10.0.3 [/x]\n", ""),
                ["dotnet --list-sdks"] = (0, "9.0.100 [/x]\n", ""),
            },
        };

        (await StudyPrerequisites.AspNetCore.CheckAsync(machine, cancellation: Token)).Found.ShouldBe("no ASP.NET Core 10 runtime");
        (await StudyPrerequisites.Sdk.CheckAsync(machine, cancellation: Token)).Found.ShouldBe("no .NET 10 SDK");
    }

    [Fact]
    public async Task A_program_that_is_installed_and_broken_is_missing()
    {
        var machine = new FakeMachine { Programs = new() { ["protoc"] = (127, "", ""), ["curl"] = (0, "curl 8.1.0\nFeatures: IPv6", "") } };

        (await TestPrerequisites.Protoc.CheckAsync(machine, cancellation: Token)).Found.ShouldBe(
            "protoc is installed, and ends with exit code 127 on --version");
        (await TestPrerequisites.Curl.CheckAsync(machine, cancellation: Token)).Found.ShouldBe("curl is built without HTTP/2");
    }

    [Fact]
    public async Task The_systems_python_counts_where_the_first_of_PATH_lacks_the_modules()
    {
        var statement = "import sys; sys.path.remove('') if '' in sys.path else None; import grpc, google.protobuf; print(sys.version)";
        var machine = new FakeMachine { Programs = new() { [$"python3 -c {statement}"] = (1, "", "ModuleNotFoundError") } };

        (await TestPrerequisites.PythonGrpc.CheckAsync(machine, cancellation: Token)).Found.ShouldBe(
            "python3 fails on 'import grpc, google.protobuf'");
        (await TestPrerequisites.PythonGrpc.CheckAsync(FakeMachine.Full(), cancellation: Token)).Found.ShouldBe("Python 3.13.5");
    }

    [Fact]
    public async Task A_cancelled_check_ends()
    {
        using var cancelled = new CancellationTokenSource();
        await cancelled.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(
            () => TestPrerequisites.Protoc.CheckAsync(FakeMachine.Full(), cancellation: cancelled.Token));
    }

    [Fact]
    public async Task A_probe_without_an_answer_counts_as_missing_after_its_time_limit()
    {
        var time = new VirtualTime();
        var check = TestPrerequisites.Protoc.CheckAsync(
            new FakeMachine { Hangs = true, Programs = new() { ["protoc"] = (0, "", "") } }, time, Token);

        time.Advance(Prerequisite.ProbeTimeout - TimeSpan.FromMilliseconds(1));
        check.IsCompleted.ShouldBeFalse();
        time.Advance(TimeSpan.FromMilliseconds(1));

        (await check).Found.ShouldBe("no answer within 20 s");
    }
}
