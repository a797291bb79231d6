using System.Net.Sockets;
using Fathom.Doctor.Probes;
using Fathom.Doctor.Probes.Runtime;
using Fathom.Machines.Kernel;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;
using Fathom.TestKit.Plants;
using Fathom.TestKit.Prerequisites;
using Microsoft.Diagnostics.NETCore.Client;

namespace Fathom.LinuxTests.Doctor;

/// <summary>Diagnostic ports that are not what they seem, and one in another PID namespace.</summary>
public sealed class HostilePortTests : IDisposable
{
    private readonly ChildProcess _sleeper;

    public HostilePortTests()
    {
        Requires.Present(TestPrerequisites.Linux);
        _sleeper = ChildProcess.Start("sleep", "600");
    }

    private string Port => Path.Combine(Path.GetTempPath(), $"dotnet-diagnostic-{_sleeper.Id}-{ProcFiles.Stat(_sleeper.Id)[19]}-socket");

    [Fact]
    public async Task The_port_of_another_user_is_not_used()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "giving a file to another user needs root");
        using var socket = Listen();
        RuntimePort.Exists(_sleeper.Id).ShouldBeTrue();
        (await Machine.RunAsync(new("chown", ["65534", Port]))).ExitCode.ShouldBe(0);

        RuntimePort.Exists(_sleeper.Id).ShouldBeFalse();
        await using var watch = await ProcessWatch.StartAsync(
            _sleeper.Id, WatchDepth.Whole, TimeProvider.System, TestContext.Current.CancellationToken);
        watch.SeesRuntime.ShouldBeFalse();
        (await watch.EndAsync()).NotSeen.ShouldContain(
            "events of the .NET runtime were not seen: its diagnostic port belongs to another user, 65534, and is not used.");
    }

    [Fact]
    public async Task A_file_that_is_no_socket_is_no_port()
    {
        await File.WriteAllTextAsync(Port, "", TestContext.Current.CancellationToken);

        RuntimePort.Exists(_sleeper.Id).ShouldBeFalse();
    }

    [Fact]
    public async Task A_port_that_is_not_of_the_process_as_it_runs_now_is_not_used_however_new_it_is()
    {
        using var socket = Listen(Port.Replace("-socket", "1-socket", StringComparison.Ordinal));

        RuntimePort.Exists(_sleeper.Id).ShouldBeFalse();
        (await Should.ThrowAsync<ServerNotAvailableException>(
            () => RuntimePort.ConnectAsync(_sleeper.Id, CancellationToken.None))).Message.ShouldStartWith("there is no diagnostic port");
    }

    [Fact]
    public async Task Events_without_end_fill_no_disk()
    {
        using var socket = Listen();
        var serving = ServeEndlessAsync(socket);

        await using (var session = await RuntimeSession.StartAsync(
            _sleeper.Id, RuntimeProbes.Light(), TestContext.Current.CancellationToken))
        {
            await session.Ended.WaitAsync(TimeSpan.FromMinutes(2), TestContext.Current.CancellationToken);

            session.IsCut.ShouldBeTrue();
            RuntimeSession.MaxBytes.ShouldBe(SecurityPage.Bytes("256 MiB"));
            new FileInfo(session.File).Length.ShouldBeLessThan(
                RuntimeSession.MaxBytes + SecurityPage.Bytes("128 MiB more") + (1 << 16));
        }

        await serving.WaitAsync(TimeSpan.FromMinutes(1), TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task A_process_in_another_PID_namespace_is_watched_as_one_beside()
    {
        Assert.SkipUnless(Environment.IsPrivilegedProcess, "a PID namespace and the root of another process need root");
        using var outer = ChildProcess.Start("unshare", "--pid", "--fork", "--kill-child", "--mount-proc",
            SubjectCatalog.DotnetHost, Examination.Plants, "waiting");
        int? inner = null;
        await Eventually.HoldsAsync(() => (inner = RuntimePort.FindIn(outer.Id)) is not null, "its port is found");

        await using var watch = await ProcessWatch.StartAsync(
            inner!.Value, WatchDepth.Gentle, TimeProvider.System, TestContext.Current.CancellationToken);

        watch.SeesRuntime.ShouldBeTrue();
    }

    public void Dispose()
    {
        File.Delete(Port);
        File.Delete(Port.Replace("-socket", "1-socket", StringComparison.Ordinal));
        _sleeper.Dispose();
    }

    // The reply of StartTracing is a header and the session's id (diagnostics IPC protocol); events follow on the same connection.
    private static async Task ServeEndlessAsync(Socket listening)
    {
        using var connection = await listening.AcceptAsync();
        var buffer = new byte[1 << 16];
        await connection.ReceiveAsync(buffer);
        byte[] reply = [.. "DOTNET_IPC_V1\0"u8, 28, 0, 0xFF, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0];
        await connection.SendAsync(reply);
        try
        {
            while (true)
            {
                await connection.SendAsync(buffer);
            }
        }
        catch (SocketException)
        {
            // The doctor has closed it.
        }
    }

    private Socket Listen(string? path = null)
    {
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Bind(new UnixDomainSocketEndPoint(path ?? Port));
        socket.Listen();
        return socket;
    }
}
