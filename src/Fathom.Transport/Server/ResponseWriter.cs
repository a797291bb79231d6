using Fathom.Transport.Calls;

namespace Fathom.Transport.Server;

/// <summary>Sends the messages of a streaming server, for a handler. One write at a time.</summary>
public sealed class ResponseWriter<T>
{
    private readonly ServerCall _call;
    private readonly Marshaller<T> _marshaller;

    internal ResponseWriter(ServerCall call, Marshaller<T> marshaller) => (_call, _marshaller) = (call, marshaller);

    /// <summary>Sends a message; done when the transport has taken it, which waits for a client that does not read.</summary>
    public ValueTask WriteAsync(T message) => _call.WriteAsync(_marshaller, message, WriteFlags.None);

    /// <summary>Sends a message; <paramref name="flags"/> are added to those of the context.</summary>
    public ValueTask WriteAsync(T message, WriteFlags flags) => _call.WriteAsync(_marshaller, message, flags);
}
