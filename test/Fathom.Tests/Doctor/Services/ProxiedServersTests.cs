using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Fathom.Doctor.Services;
using Fathom.TestKit;
using Fathom.TestKit.Prerequisites;

namespace Fathom.Tests.Doctor.Services;

/// <summary>The servers behind a proxy, which here is the process of the tests.</summary>
public sealed class ProxiedServersTests
{
    [Fact]
    public async Task Several_to_which_a_proxy_passes_calls_on_are_each_known_by_its_port()
    {
        Requires.Present(TestPrerequisites.Linux, TestPrerequisites.Python3);
        using var proxy = new TcpListener(IPAddress.Loopback, 0);
        proxy.Start();
        var address = new Uri($"http://127.0.0.1:{((IPEndPoint)proxy.LocalEndpoint).Port}");
        await using var servers = ChildProcess.Start("python3", "-c", """
            import os, socket, sys
            # What this process started belongs to it.
            if os.fork(): os._exit(0)
            listening = [socket.create_server(('127.0.0.1', 0))]
            if os.fork() == 0: listening = [socket.create_server(('127.0.0.1', 0))]
            print(listening[0].getsockname()[1], os.getpid(), flush=True)
            sys.stdin.read()
            """);
        await Eventually.HoldsAsync(() => servers.Lines.Count == 2, "they listen");
        var listening = servers.Lines.Select(l => l.Split(' ').Select(n => int.Parse(n, CultureInfo.InvariantCulture)).ToList()).ToList();
        List<TcpClient> passedOn = [];
        var search = new ServerSearch(isProxy: true, async isNoOp =>
        {
            foreach (var server in isNoOp ? [] : listening)
            {
                passedOn.Add(new TcpClient());
                await passedOn[^1].ConnectAsync(IPAddress.Loopback, server[0], TestContext.Current.CancellationToken);
            }
        }, int.MaxValue);
        var found = (await search.FindAsync(address, TestContext.Current.CancellationToken)).ShouldNotBeNull();
        found.Servers.Select(s => s.Port).ShouldBe(listening.Select(l => l[0]), ignoreOrder: true);
        found.Servers.ShouldAllBe(s => s.Processes.Contains(listening.Single(l => l[0] == s.Port)[1]));
        passedOn.ForEach(c => c.Dispose());
    }
}
