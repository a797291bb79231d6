using Fathom.FunctionalTests.Interop.Discovery;
using Fathom.FunctionalTests.Transport;
using Fathom.TestKit;
using Fathom.Transport.Compression;
using Microsoft.AspNetCore.Builder;

namespace Fathom.FunctionalTests.Interop.Cases;

/// <summary>The other side of the interoperability cases: each server is started once, and each client in a process of its own runs all
/// cases once, when a test first needs it. A peer that this machine lacks skips the test and says what is missing.</summary>
public sealed class InteropPeers : IAsyncDisposable
{
    public const string Go = "grpc-go";
    public const string Python = "grpcio";
    public const string Dotnet = "Grpc.AspNetCore";

    public static readonly string[] Names = [Go, Python, Dotnet];

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);

    private readonly SemaphoreSlim _lock = new(1);
    private readonly Dictionary<string, ChildProcess> _servers = [];
    private readonly Dictionary<string, (IReadOnlyCollection<string> Lines, WireTotals Wire)> _runs = [];
    private WebApplication? _application;

    /// <summary>The address of a server.</summary>
    public async Task<Uri> ServerAsync(string peer)
    {
        await _lock.WaitAsync();
        try
        {
            if (peer == Dotnet)
            {
                return new Uri((_application ??= await GrpcAspNetCoreServer.StartAsync()).Urls.Single());
            }

            if (!_servers.TryGetValue(peer, out var server))
            {
                _servers[peer] = server = await StartAsync(peer, "interop_server.py", "serve", []);
            }

            await Eventually.HoldsAsync(() => server.Lines.Count > 0 || server.HasExited, "the server says where it listens");
            server.Lines.ShouldNotBeEmpty(server.Errors);
            return new Uri($"http://127.0.0.1:{server.Lines[0].Split(' ')[1]}");
        }
        finally
        {
            _lock.Release();
        }
    }

    /// <summary>What a client said of each case on our host.</summary>
    public async Task<IReadOnlyCollection<string>> RunAsync(string peer)
    {
        await _lock.WaitAsync();
        try
        {
            if (!_runs.TryGetValue(peer, out var run))
            {
                await using var host = await Stack.Native.ServeAsync([InteropService.Define()]);
                await using var client = await StartAsync(peer, "interop_client.py", "run", [host.Address.Authority]);
                await client.ExitAsync(Patience);
                client.Lines.ShouldNotBeEmpty(client.Errors);
                _runs[peer] = run = (client.Lines, host.Wire);
            }

            return run.Lines;
        }
        finally
        {
            _lock.Release();
        }
    }

    /// <summary>What our host counted in a client's run.</summary>
    internal WireTotals WireOf(string peer) => _runs[peer].Wire;

    public async ValueTask DisposeAsync()
    {
        foreach (var server in _servers.Values)
        {
            await server.DisposeAsync();
        }

        if (_application is not null)
        {
            await _application.DisposeAsync();
        }

        _lock.Dispose();
    }

    private static async Task<ChildProcess> StartAsync(string peer, string script, string verb, string[] arguments)
    {
        if (peer == Go)
        {
            return ChildProcess.Start(await GrpcGo.CompileAsync("interop"), [verb, .. arguments]);
        }

        var python = await Grpcio.FindForCasesAsync();
        Assert.SkipWhen(python.Missing is not null, python.Missing ?? "");
        return ChildProcess.Start(python.Program, [ForeignGrpc.FileOf(script), python.Library, .. arguments]);
    }
}
