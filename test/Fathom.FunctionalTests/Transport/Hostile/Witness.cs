using Fathom.Subjects.Echo;
using Fathom.Transport.Client;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>A client that behaves, on a connection of its own, and calls all the while: each of its calls must be answered.</summary>
internal sealed class Witness : IAsyncDisposable
{
    private readonly NativeChannel _channel;
    private readonly CancellationTokenSource _end = new();
    private readonly Task _calls;
    private int _answered;

    private Witness(Uri host, ChannelTls? tls)
    {
        _channel = new NativeChannel(new ChannelOptions { Address = host, Tls = tls });
        _calls = CallAsync();
    }

    public static async Task<Witness> StartAsync(Uri host, ChannelTls? tls = null)
    {
        var witness = new Witness(host, tls);
        await witness.ServedAsync();
        return witness;
    }

    /// <summary>Waits until a call that begins now is answered; fails where any before was not.</summary>
    public async Task ServedAsync()
    {
        // The one under way may have begun before.
        var wanted = Volatile.Read(ref _answered) + 2;
        await Fathom.TestKit.Eventually.HoldsAsync(
            () => Volatile.Read(ref _answered) >= wanted || _calls.IsCompleted, "further calls are answered");
        if (_calls.IsCompleted)
        {
            await _calls;
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        try
        {
            await _calls;
        }
        finally
        {
            _channel.ConnectionsOpened.ShouldBe(1, "the connection of one who behaves is never ended");
            _channel.Dispose();
            _end.Dispose();
        }
    }

    private async Task CallAsync()
    {
        for (var i = 0; !_end.IsCancellationRequested; i++)
        {
            (await _channel.UnaryAsync(EchoMethods.Unary, Request($"call {i}"), Within(30))).Text().ShouldBe($"call {i}");
            Interlocked.Increment(ref _answered);

            // It is there to be served, not to load the host.
            await Task.Delay(1);
        }
    }
}
