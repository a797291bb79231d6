using System.Globalization;
using Fathom.FunctionalTests.Interop.Discovery;
using Fathom.FunctionalTests.Transport;
using Fathom.Machines.Prerequisites;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Interop.Compatibility;

/// <summary>A reverse proxy before a host of ours, both without TLS. Owns its process and the folder of its files.</summary>
internal sealed class ReverseProxy : IAsyncDisposable
{
    // Whatever becomes of the test, none is left behind.
    private const string EndsWithInput = "\"$0\" \"$@\" & cat; kill $!";

    private readonly TemporaryFolder _folder = new();
    private ServedHost? _host;
    private ChildProcess? _process;

    private ReverseProxy(int port) => Target = $"127.0.0.1:{port}";

    public string Target { get; }

    /// <summary>Starts one; skips the test where there is none.</summary>
    /// <param name="program">Its name.</param>
    /// <param name="package">Debian's package of it.</param>
    /// <param name="configuration">Its configuration, for its port, that of the host, and a folder for its files.</param>
    /// <param name="arguments">Its arguments, for the path of the configuration.</param>
    public static async Task<ReverseProxy> StartAsync(
        string program, string package, Func<int, int, string, string> configuration, Func<string, string[]> arguments)
    {
        var path = ExecutableSearch.Find(program);
        Assert.SkipUnless(path is not null, $"needs {program}: apt-get install {package}");
        var port = FreePort.Next();
        var proxy = new ReverseProxy(port);
        try
        {
            proxy._host = await DescribedHost.StartAsync("native", "proto");
            var file = proxy._folder.PathOf("proxy.conf");
            await File.WriteAllTextAsync(file, configuration(port, proxy._host.Address.Port, proxy._folder.Path));
            proxy._process = ChildProcess.Start("sh", ["-c", EndsWithInput, path!, .. arguments(file)]);
            await Eventually.HoldsAsync(() => FreePort.AcceptsAsync(port),
                string.Create(CultureInfo.InvariantCulture, $"{program} listens at {port}; {proxy._process.Errors}"));
            return proxy;
        }
        catch
        {
            await proxy.DisposeAsync();
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (_process is not null)
        {
            await _process.DisposeAsync();
        }

        if (_host is not null)
        {
            await _host.DisposeAsync();
        }

        _folder.Dispose();
    }
}
