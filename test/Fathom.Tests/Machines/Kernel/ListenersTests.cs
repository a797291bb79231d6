using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Fathom.Machines.Kernel;
using Fathom.TestKit;

namespace Fathom.Tests.Machines.Kernel;

/// <summary>Which process accepts connections, and the processors that it can use.</summary>
public sealed class ListenersTests
{
    [Theory]
    [InlineData("127.0.0.1", "127.0.0.1", true)]
    [InlineData("0.0.0.0", "127.0.0.1", true)]
    [InlineData("::", "127.0.0.1", true)]
    [InlineData("::1", "::1", true)]
    [InlineData("::1", "127.0.0.1", false)]
    public void The_process_that_listens_at_an_address_is_found(string local, string target, bool isFound)
    {
        SkipWithoutDiagnostics();
        using var listener = new TcpListener(IPAddress.Parse(local), 0);
        listener.Start();
        Listeners.Of(IPAddress.Parse(target), ((IPEndPoint)listener.LocalEndpoint).Port)
            .ShouldBe(isFound ? [Environment.ProcessId] : []);
    }

    [Fact]
    public async Task All_that_share_a_listener_are_found_and_the_very_address_comes_before_all_addresses()
    {
        SkipWithoutDiagnostics();
        if (!File.Exists("/usr/bin/python3"))
        {
            Assert.Skip("needs python3");
        }

        // The port is free once the test's own listener has ended.
        int port;
        using (var free = new TcpListener(IPAddress.Loopback, 0))
        {
            free.Start();
            port = ((IPEndPoint)free.LocalEndpoint).Port;
        }

        using var shared = ChildProcess.Start("/usr/bin/python3", "-c", $"""
            import os, socket, time
            s = socket.socket()
            s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            s.bind(("127.0.0.2", {port}))
            s.listen()
            os.fork()
            time.sleep(60)
            """);
        await Eventually.HoldsAsync(
            () => Listeners.Of(IPAddress.Parse("127.0.0.2"), port).Count == 2, "a process and its fork accept at one address");
        var both = Listeners.Of(IPAddress.Parse("127.0.0.2"), port);
        both.ShouldContain(shared.Id);
        ProcessProcessors.TimeOf(both.Single(p => p != shared.Id)).ShouldNotBeNull();
        Listeners.Of(IPAddress.Loopback, port).ShouldBeEmpty("they listen at another address");
        foreach (var child in both.Where(p => p != shared.Id))
        {
            using var fork = Process.GetProcessById(child);
            fork.Kill();
        }
    }

    [Fact]
    public void Where_nobody_listens_there_is_none()
    {
        SkipWithoutDiagnostics();
        using var bound = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        bound.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        Listeners.Of(IPAddress.Loopback, ((IPEndPoint)bound.LocalEndPoint!).Port).ShouldBeEmpty();
    }

    [Fact]
    public void The_time_of_a_process_on_processors_grows()
    {
        SkipWithoutDiagnostics();
        var before = ProcessProcessors.TimeOf(Environment.ProcessId).ShouldNotBeNull();
        var clock = Stopwatch.StartNew();
        while (ProcessProcessors.TimeOf(Environment.ProcessId) <= before && clock.Elapsed < TimeSpan.FromSeconds(30))
        {
            // It computes until a tick of the kernel has counted it.
        }

        ProcessProcessors.TimeOf(Environment.ProcessId)!.Value.ShouldBeGreaterThan(before);
    }

    [Fact]
    public async Task Of_a_process_that_ended_nothing_is_known()
    {
        using var child = ChildProcess.Start("sleep", "0");
        await child.ExitAsync(TimeSpan.FromSeconds(30));
        ProcessProcessors.TimeOf(child.Id).ShouldBeNull();
    }

    [Fact]
    public async Task The_time_of_a_child_is_added_to_that_of_ended_children_when_it_ends()
    {
        SkipWithoutDiagnostics();
        var before = ProcessProcessors.TimeOfEndedChildren().ShouldNotBeNull();
        using var child = ChildProcess.Start("sh", "-c", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done");
        await child.ExitAsync(TimeSpan.FromSeconds(60));
        await Eventually.HoldsAsync(
            () => ProcessProcessors.TimeOfEndedChildren() > before, "a loop of 300,000 rounds takes many ticks");
    }

    [Fact]
    public async Task The_environment_of_a_process_is_read_as_it_was_started()
    {
        SkipWithoutDiagnostics();
        using var child = ChildProcess.Start("env", "-i", "SET=a=b", "EMPTY=", "sleep", "60");
        await Eventually.HoldsAsync(
            () => ProcFiles.Environment(child.Id) is { Count: 2 } set && set["SET"] == "a=b" && set["EMPTY"].Length == 0,
            "env becomes sleep with these two alone");
        ProcFiles.Environment(int.MaxValue).ShouldBeNull();
    }

    private static void SkipWithoutDiagnostics()
    {
        if (SocketDiagnostics.Read() is null)
        {
            Assert.Skip("needs Linux with socket diagnostics (sock_diag)");
        }
    }
}
