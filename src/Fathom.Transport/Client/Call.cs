using System.Runtime.CompilerServices;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Client;

/// <summary>
/// One call under way, of any kind: write messages, complete, read messages. Owned by whoever started it; disposing it
/// before its end cancels it. One write and one read may be under way at a time. Every failure is an
/// <see cref="RpcException"/>.
/// </summary>
public abstract class Call<TRequest, TResponse> : IDisposable
{
    /// <summary>The message last read; meaningful after <see cref="MoveNextAsync"/> returned true.</summary>
    public abstract TResponse Current { get; }

    /// <summary>How the call ended. Throws <see cref="InvalidOperationException"/> before its end.</summary>
    public abstract Status Status { get; }

    /// <summary>The trailing metadata. Throws <see cref="InvalidOperationException"/> before the end of the call.</summary>
    public abstract Metadata Trailers { get; }

    /// <summary>
    /// The metadata the server sent first; empty when it sent only trailers. Where the method has a single request, that
    /// is to be written first, since it travels with the request's headers.
    /// </summary>
    public abstract Task<Metadata> ResponseHeadersAsync();

    /// <summary>Sends a message; done when the transport has taken it, which waits for a peer that does not read.</summary>
    public ValueTask WriteAsync(TRequest message) => WriteAsync(message, WriteFlags.None);

    /// <summary>Sends a message; <paramref name="flags"/> are added to those of the call.</summary>
    public abstract ValueTask WriteAsync(TRequest message, WriteFlags flags);

    /// <summary>Says that no more messages follow; of no effect where the method has a single request.</summary>
    public abstract ValueTask CompleteAsync();

    /// <summary>Reads the next message; false once the call has ended with OK.</summary>
    public abstract ValueTask<bool> MoveNextAsync();

    /// <summary>Reads all messages that are left.</summary>
    /// <param name="cancellationToken">Cancels the call; also set by <c>WithCancellation</c>.</param>
    public async IAsyncEnumerable<TResponse> ReadAllAsync([EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        using var cancelling = cancellationToken.UnsafeRegister(
            static call => ((Call<TRequest, TResponse>)call!).Dispose(), this);
        while (await MoveNextAsync().ConfigureAwait(false))
        {
            yield return Current;
        }
    }

    /// <summary>Cancels the call unless it has ended.</summary>
    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Cancels the call unless it has ended.</summary>
    protected abstract void Dispose(bool disposing);
}
