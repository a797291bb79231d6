using Fathom.Transport.Calls;

namespace Fathom.Transport.Client.Native;

/// <summary>The first steps of every call.</summary>
internal static class ClientCallSetup
{
    /// <summary>Starts to observe the deadline and the cancellation token, if there are any.</summary>
    public static void Start(ClientStream call)
    {
        var options = call.Options;
        if (options.Deadline is not null || options.CancellationToken.CanBeCanceled)
        {
            call.Watch(new CallLifetime(options, status =>
            {
                using (call.Strand.Enter())
                {
                    call.End(status);
                }
            }));
        }
    }

    /// <summary>Serializes a message. One that cannot be sent ends the call and throws its status.</summary>
    public static FramedMessage Frame<T>(ClientStream call, Marshaller<T> marshaller, T message, int? maxSize, WriteFlags flags,
        bool lends = false)
    {
        try
        {
            return FramedMessage.Create(marshaller, message, maxSize, call.Compressor,
                (flags & WriteFlags.NoCompress) == 0 ? call.Compression : null,
                lends);
        }
        catch (RpcException e)
        {
            using (call.Strand.Enter())
            {
                var end = call.End(e.Status, e);
                throw new RpcException(end.Status, end.Trailers, end.Cause);
            }
        }
    }
}
