namespace Fathom.TestKit.Plants;

/// <summary>The sender of the published mediator, which sends pings until it is disposed. Owns it, and the node.</summary>
internal sealed class MediatorSender : IAsyncDisposable
{
    // More than an examination takes.
    private static readonly TimeSpan Longest = TimeSpan.FromMinutes(10);

    private readonly MediatorPair _pair;
    private readonly Task _sending;
    private readonly CancellationTokenSource _ending = new();

    private MediatorSender(MediatorPair pair, Func<CancellationToken, Task> send) => (_pair, _sending) = (pair, send(_ending.Token));

    /// <summary>Id of its process.</summary>
    public int Id => _pair.Sender;

    /// <summary>Starts it.</summary>
    /// <param name="certificateUse">As of <see cref="MediatorPair.Pings"/>.</param>
    public static async Task<MediatorSender> StartAsync(string certificateUse)
    {
        var pings = MediatorPair.Pings(certificateUse, locks: "global", Longest.TotalSeconds);
        var pair = await MediatorPair.StartAsync(tls: true, pings);
        return new MediatorSender(pair, cancellation => pair.RunAsync(pings, Longest + Longest, cancellation));
    }

    /// <summary>Ends both.</summary>
    /// <exception cref="InvalidOperationException">It had ended by itself: it was not examined while it sent.</exception>
    public async ValueTask DisposeAsync()
    {
        await _ending.CancelAsync();
        try
        {
            await _sending;
            throw new InvalidOperationException("The sender ended before it was examined to the end.");
        }
        catch (OperationCanceledException)
        {
            // As asked.
        }
        finally
        {
            await _pair.DisposeAsync();
            _ending.Dispose();
        }
    }
}
