using System.Net;

namespace Fathom.Transport.Client;

/// <summary>
/// The body of a request whose messages are written while the call goes on: hands the stream to the call and stays open
/// until that completes or ends. Owned by its call.
/// </summary>
internal sealed class StreamingRequestContent : HttpContent
{
    private readonly TaskCompletionSource<Stream> _opened = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _closed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>The stream to write to, once the connection is there; cancelled when the call ends before.</summary>
    public Task<Stream> Opened => _opened.Task;

    /// <summary>No more messages follow.</summary>
    public void Complete() => _closed.TrySetResult();

    /// <summary>The call has ended: nobody waits any longer, and a body that is not complete is reset.</summary>
    public void Abort()
    {
        _opened.TrySetCanceled();
        _closed.TrySetCanceled();
    }

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        // SocketsHttpHandler keeps the headers back until the body has something to send; the server is to see the call now.
        await stream.FlushAsync(cancellationToken).ConfigureAwait(false);
        _opened.TrySetResult(stream);
        await _closed.Task.WaitAsync(cancellationToken).ConfigureAwait(false);
    }

    protected override bool TryComputeLength(out long length)
    {
        length = -1;
        return false;
    }
}
