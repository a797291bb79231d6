using System.Net;

namespace Fathom.Transport.Client;

/// <summary>The body of a request with one message. Owned by its request; can be sent again when connecting failed.</summary>
internal sealed class SingleRequestContent(FramedMessage message) : HttpContent
{
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        await stream.WriteAsync(message.Bytes, cancellationToken).ConfigureAwait(false);
        message.Return();
    }

    protected override bool TryComputeLength(out long length)
    {
        length = -1;
        return false;
    }
}
