using System.Net;
using Fathom.FunctionalTests.Cli;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Interop.Compatibility;

/// <summary>tinyproxy, which makes tunnels (CONNECT). Servers behind it listen at an address of this machine that is not loopback: a
/// server on this machine is called without a proxy. Owns its process and the folder of its configuration.</summary>
internal sealed class Tinyproxy : IAsyncDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly int _port = FreePort.Next();
    private ChildProcess? _process;

    private Tinyproxy()
    {
    }

    /// <summary>The name of this machine: the proxy resolves it.</summary>
    public static string Name => Dns.GetHostName();

    /// <summary>Where servers behind the proxy listen.</summary>
    public static async Task<IPAddress> AddressAsync() => (await Dns.GetHostAddressesAsync(Name))[0];

    /// <summary>Starts one; skips the test where there is none.</summary>
    public static async Task<Tinyproxy> StartAsync()
    {
        var program = ProxyProgram.Find("tinyproxy", "tinyproxy");
        var proxy = new Tinyproxy();
        try
        {
            var file = proxy._folder.PathOf("proxy.conf");
            await File.WriteAllTextAsync(file,
                $"Port {proxy._port}\nListen 127.0.0.1\nTimeout 60\nMaxClients 20\nViaProxyName \"test\"\n");
            proxy._process = program.Start("-d", "-c", file);
            await Eventually.HoldsAsync(() => FreePort.AcceptsAsync(proxy._port), "tinyproxy accepts connections");
            return proxy;
        }
        catch
        {
            await proxy.DisposeAsync();
            throw;
        }
    }

    /// <summary>A run of <c>fathom</c> in an environment that names the proxy.</summary>
    public Task<FathomRun> RunAsync(params string[] arguments) => FathomRun.WithAsync(
        new Dictionary<string, string> { ["https_proxy"] = $"http://127.0.0.1:{_port}" }, arguments);

    /// <summary>The output of a run that must succeed.</summary>
    public async Task<string> OutputOfAsync(params string[] arguments)
    {
        var run = await RunAsync(arguments);
        run.ExitCode.ShouldBe(0, run.Error);
        return run.Output;
    }

    public async ValueTask DisposeAsync()
    {
        if (_process is not null)
        {
            await _process.DisposeAsync();
        }

        _folder.Dispose();
    }
}
