using System.Net.Sockets;
using Fathom.Link.Impairments;

namespace Fathom.Link.Relay;

/// <summary>One connection of a relay: both directions, and how it breaks.</summary>
/// <param name="up">From the accepted side to the target.</param>
/// <param name="down">From the target to the accepted side.</param>
/// <param name="seed">Seed of the link.</param>
/// <param name="number">Number of the connection, which separates its random numbers from those of others.</param>
/// <param name="timer">When bytes are due.</param>
internal sealed class RelayedConnection(DirectionPlan up, DirectionPlan down, long seed, long number, DueTimer timer)
{
    private readonly DelayedPump _up = new(new StreamSchedule(up, seed, $"up {number}"), up.Break?.AfterBytes, timer);
    private readonly DelayedPump _down = new(new StreamSchedule(down, seed, $"down {number}"), down.Break?.AfterBytes, timer);

    /// <summary>Runs until both directions have ended, or one has failed; closes both sockets.</summary>
    /// <param name="accepted">The accepted side.</param>
    /// <param name="target">The target.</param>
    /// <param name="broken">Called when the connection breaks, with whether bytes up broke it.</param>
    /// <param name="cancellation">Ends it with a reset.</param>
    public async Task RunAsync(Socket accepted, Socket target, Action<bool> broken, CancellationToken cancellation)
    {
        // Nagle's algorithm would add a delay that was not requested.
        accepted.NoDelay = target.NoDelay = true;
        var (near, far) = (new RelaySide(accepted), new RelaySide(target));
        using var failure = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        try
        {
            await Task.WhenAll(_up.RunAsync(near, far, failure), _down.RunAsync(far, near, failure));
        }
        catch (OperationCanceledException) when (_up.HasReachedBreak)
        {
            broken(true);
            await BrokenStream.EndAsync(up.Break!.Kind, accepted, target, cancellation);
        }
        catch (OperationCanceledException) when (_down.HasReachedBreak)
        {
            broken(false);
            await BrokenStream.EndAsync(down.Break!.Kind, target, accepted, cancellation);
        }
        catch (Exception e) when (e is SocketException or OperationCanceledException)
        {
            // One side aborted, or the relay ends: reset both.
            StreamPump.Abort(accepted);
            StreamPump.Abort(target);
        }
        finally
        {
            accepted.Dispose();
            target.Dispose();
        }
    }
}
