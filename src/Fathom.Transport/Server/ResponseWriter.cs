using Fathom.Transport.Calls;

namespace Fathom.Transport.Server;

/// <summary>Writes the responses of a server-streaming or duplex call. One write at a time.</summary>
public sealed class ResponseWriter<T>
{
    private readonly ServerCall _call;
    private readonly Marshaller<T> _marshaller;

    internal ResponseWriter(ServerCall call, Marshaller<T> marshaller) => (_call, _marshaller) = (call, marshaller);

    /// <summary>Sends a message. Completes when the transport has accepted it, which waits while the client does not read.</summary>
    public ValueTask WriteAsync(T message) => _call.WriteAsync(_marshaller, message, WriteFlags.None);

    /// <summary>Sends a message. <paramref name="flags"/> are combined with those of the context.</summary>
    public ValueTask WriteAsync(T message, WriteFlags flags) => _call.WriteAsync(_marshaller, message, flags);
}
