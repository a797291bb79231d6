using System.Net;

namespace Fathom.Transport.Client;

/// <summary>The body of a request whose messages are written during the call: passes the stream to the call and stays open until the call
/// completes or ends. Owned by its call.</summary>
internal sealed class StreamingRequestContent : HttpContent
{
    private readonly TaskCompletionSource<Stream> _opened = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _closed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>The stream to write to, once connected; cancelled when the call ends before.</summary>
    public Task<Stream> Opened => _opened.Task;

    /// <summary>Signals that no more messages follow.</summary>
    public void Complete() => _closed.TrySetResult();

    /// <summary>Ends the body with the call; an incomplete body is reset.</summary>
    public void Abort()
    {
        _opened.TrySetCanceled();
        _closed.TrySetCanceled();
    }

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        // SocketsHttpHandler sends the headers with the first bytes of the body; the flush sends them now.
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
