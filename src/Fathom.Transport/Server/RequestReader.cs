using Fathom.Transport.Calls;

namespace Fathom.Transport.Server;

/// <summary>Reads the requests of a client-streaming or duplex call. One read at a time. Throws <see cref="RpcException"/> with Cancelled
/// when the client has disconnected.</summary>
public sealed class RequestReader<T> : IAsyncEnumerable<T>
{
    private readonly ServerCall _call;
    private readonly Marshaller<T> _marshaller;
    private T? _current;

    internal RequestReader(ServerCall call, Marshaller<T> marshaller) => (_call, _marshaller) = (call, marshaller);

    /// <summary>The message read last. Valid after <see cref="MoveNextAsync"/> returned true.</summary>
    public T Current => _current!;

    /// <summary>Reads the next message. Returns false after the last one.</summary>
    public async ValueTask<bool> MoveNextAsync()
    {
        var (found, message) = await _call.ReadAsync(_marshaller);
        _current = message;
        return found;
    }

    /// <inheritdoc/>
    public async IAsyncEnumerator<T> GetAsyncEnumerator(CancellationToken cancellationToken = default)
    {
        while (await MoveNextAsync())
        {
            cancellationToken.ThrowIfCancellationRequested();
            yield return Current;
        }
    }
}
