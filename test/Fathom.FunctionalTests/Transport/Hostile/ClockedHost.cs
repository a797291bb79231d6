using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>A host whose clock a test moves, with its own time-outs, and a client that behaves: it calls once a second, and is served all
/// the while, on its one connection.</summary>
internal sealed class ClockedHost : IAsyncDisposable
{
    private readonly ManualLoop _loop = new();
    private readonly LineLogger _log = new();
    private readonly NativeHost _host;
    private readonly NativeChannel _witness;

    private ClockedHost(NativeHostTls? tls, ChannelTls? trust)
    {
        _host = NativeHost.Start([new EchoService().Definition()], new NativeHostOptions
        {
            Loop = _loop.Loop,

            // A handler waits as soon as the loop has turned, whatever else runs on the pool.
            Handlers = HandlerScheduling.EventLoop,
            Tls = tls,
            Server = new ServerOptions { LoggerFactory = _log },
        });
        _witness = new NativeChannel(new ChannelOptions { Address = _host.Address, Tls = trust });
    }

    public Uri Address => _host.Address;

    public IReadOnlyCollection<string> Log => _log.Lines;

    /// <summary>Starts it, and the client.</summary>
    public static async Task<ClockedHost> StartAsync(NativeHostTls? tls = null, ChannelTls? trust = null)
    {
        var host = new ClockedHost(tls, trust);
        await host.ServedAsync();
        return host;
    }

    /// <summary>Lets time pass for the host.</summary>
    /// <param name="seconds">How much.</param>
    /// <param name="eachSecond">What another client does meanwhile.</param>
    public async Task PassAsync(double seconds, Func<Task>? eachSecond = null)
    {
        await CatchUpAsync();
        for (; seconds > 0; seconds--)
        {
            if (eachSecond is not null)
            {
                await eachSecond();
            }

            await _loop.AdvanceAsync(TimeSpan.FromSeconds(Math.Min(seconds, 1)));
            await ServedAsync();
        }
    }

    /// <summary>Returns when the host has taken what other clients have sent.</summary>
    public async Task CatchUpAsync()
    {
        // Their bytes came before this call; a connection that was accepted meanwhile is read in the turns after it.
        await ServedAsync();
        await _loop.TurnAsync();
    }

    public async ValueTask DisposeAsync()
    {
        try
        {
            await ServedAsync();
            _witness.ConnectionsOpened.ShouldBe(1, "the connection of one who behaves is never ended");
        }
        finally
        {
            _witness.Dispose();
            await _host.DisposeAsync();
        }
    }

    private async Task ServedAsync() =>
        (await _witness.UnaryAsync(EchoMethods.Unary, Request("call"), Within(60))).Text().ShouldBe("call");
}
