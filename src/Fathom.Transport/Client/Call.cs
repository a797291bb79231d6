using System.Runtime.CompilerServices;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Client;

/// <summary>
/// A call in progress, of any kind: write messages, complete, read messages. Dispose it when you are done; disposing it before its end
/// cancels it. One write and one read can be in progress at a time. Every failure is an <see cref="RpcException"/>.
/// </summary>
public abstract class Call<TRequest, TResponse> : IDisposable
{
    private readonly bool _hasSingleResponse;
    private bool _hasResponse;

    /// <summary>Initializes a call of <paramref name="method"/>.</summary>
    protected Call(Method method)
    {
        ArgumentNullException.ThrowIfNull(method);
        _hasSingleResponse = method.HasSingleResponse;
    }

    /// <summary>The message read last. Valid after <see cref="MoveNextAsync"/> returned true.</summary>
    public abstract TResponse Current { get; }

    /// <summary>The status of the call. Throws <see cref="InvalidOperationException"/> before the call has ended.</summary>
    public abstract Status Status { get; }

    /// <summary>The trailing metadata. Throws <see cref="InvalidOperationException"/> before the call has ended.</summary>
    public abstract Metadata Trailers { get; }

    /// <summary>The metadata that the server sends before its first message; empty when it sends only trailers. When the method has a
    /// single request, write it first: the request headers are sent with it.</summary>
    public abstract Task<Metadata> ResponseHeadersAsync();

    /// <summary>The <c>grpc-encoding</c> of the response: the compression that its messages may have. Null before its headers, and where
    /// they name none.</summary>
    public virtual string? ResponseEncoding => null;

    /// <summary>Sends a message. Completes when the transport has accepted it, which waits while the peer does not read.</summary>
    public ValueTask WriteAsync(TRequest message) => WriteAsync(message, WriteFlags.None);

    /// <summary>Sends a message. <paramref name="flags"/> are combined with those of the call.</summary>
    public abstract ValueTask WriteAsync(TRequest message, WriteFlags flags);

    /// <summary>Signals that no more messages follow. Has no effect when the method has a single request.</summary>
    public abstract ValueTask CompleteAsync();

    /// <summary>Reads the next message. Returns false when the call has ended with OK. Where the method has exactly one response and the
    /// server ends without, or sends another, the call fails with <see cref="StatusCode.Unimplemented"/> (gRPC
    /// doc/statuscodes.md).</summary>
    public ValueTask<bool> MoveNextAsync() => _hasSingleResponse ? ReadSingleAsync() : ReadAsync();

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

    /// <summary>Reads the next message, however many the method has. Returns false when the call has ended with OK.</summary>
    protected abstract ValueTask<bool> ReadAsync();

    /// <summary>Ends the call with <paramref name="status"/>, and its stream, unless it has ended.</summary>
    protected abstract void End(Status status);

    private async ValueTask<bool> ReadSingleAsync()
    {
        var (had, has) = (_hasResponse, await ReadAsync().ConfigureAwait(false));
        if (had && has)
        {
            // More may follow without end.
            var several = ResponseCardinality.Several();
            End(several.Status);
            throw several;
        }

        _hasResponse |= has;
        return _hasResponse ? has : throw ResponseCardinality.None(Trailers);
    }
}
