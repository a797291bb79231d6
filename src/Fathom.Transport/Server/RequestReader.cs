using Fathom.Transport.Calls;

namespace Fathom.Transport.Server;

/// <summary>The messages of a streaming client, for a handler. One read at a time; a client that is gone is an <see cref="RpcException"/>
/// with Cancelled.</summary>
public sealed class RequestReader<T> : IAsyncEnumerable<T>
{
    private readonly ServerCall _call;
    private readonly Marshaller<T> _marshaller;
    private T? _current;

    internal RequestReader(ServerCall call, Marshaller<T> marshaller) => (_call, _marshaller) = (call, marshaller);

    /// <summary>The message last read; meaningful after <see cref="MoveNextAsync"/> returned true.</summary>
    public T Current => _current!;

    /// <summary>Reads the next message; false when the client has sent all.</summary>
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
