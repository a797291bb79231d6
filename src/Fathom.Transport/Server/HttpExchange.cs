using System.Buffers;
using System.IO.Pipelines;
using System.Security.Cryptography.X509Certificates;
using Fathom.Transport.Calls;
using Fathom.Transport.Compression;
using Fathom.Transport.Connections.Loops;

namespace Fathom.Transport.Server;

/// <summary>
/// One HTTP/2 request and its response: what a host provides to the dispatcher. Owned by the host and valid until the task of
/// <see cref="GrpcDispatcher.DispatchAsync"/> completes. Then the host ends the stream with the trailers, or with the headers alone when
/// nothing was written.
/// </summary>
public abstract class HttpExchange
{
    /// <summary>The request's <c>:method</c>.</summary>
    public abstract string HttpMethod { get; }

    /// <summary>The request's <c>:path</c>.</summary>
    public abstract string Path { get; }

    /// <summary>The request's headers in order. Read only when a handler needs them.</summary>
    public abstract IEnumerable<KeyValuePair<string, string>> RequestHeaders { get; }

    /// <summary>The request's body. Reading throws <see cref="IOException"/> or <see cref="OperationCanceledException"/> when the client
    /// has disconnected.</summary>
    public abstract PipeReader Request { get; }

    /// <summary>The response's body. Flushing waits for flow control.</summary>
    public abstract PipeWriter Response { get; }

    /// <summary>Cancelled when the client has reset the stream or closed the connection.</summary>
    public abstract CancellationToken Aborted { get; }

    /// <summary>The address of the client, in gRPC's form: <c>ipv4:127.0.0.1:50051</c>, <c>ipv6:[::1]:50051</c>.</summary>
    public abstract string Peer { get; }

    /// <summary>The accepted certificate of the client (mutual TLS); null when there is none.</summary>
    public virtual X509Certificate2? ClientCertificate => null;

    /// <summary>The rate at which the client accepts bytes; null when it is not known.</summary>
    public virtual LinkRate? LinkRate => null;

    /// <summary>The size of a header list that the client accepts, in bytes (SETTINGS_MAX_HEADER_LIST_SIZE); the largest number where the
    /// host does not know it.</summary>
    internal virtual long MaxHeaderListSize => uint.MaxValue;

    /// <summary>The response's body as a zero-copy writer; null when the host has none.</summary>
    internal virtual IZeroCopyBufferWriter? ZeroCopyResponse => null;

    /// <summary>Whether the request's bytes that were read last are in a buffer of their own.</summary>
    internal virtual bool IsRequestDedicated => false;

    /// <summary>What the handler reads and writes without a pause; null when the host limits nothing.</summary>
    internal virtual HandlerTurn? Turn => null;

    /// <summary>The handler has a message in place of the one before.</summary>
    /// <param name="bytes">The memory that was allocated for it.</param>
    internal virtual void OnMessageRead(long bytes)
    {
    }

    /// <summary>The value of a request header; null when it was not sent. <paramref name="name"/> is in lower case.</summary>
    public abstract string? GetRequestHeader(string name);

    /// <summary>Sets the response's <c>:status</c>. Call before anything is flushed.</summary>
    public abstract void SetStatusCode(int statusCode);

    /// <summary>Adds a response header; a name can occur more than once. Call before anything is flushed.</summary>
    public abstract void AddResponseHeader(string name, string value);

    /// <summary>Adds a trailer.</summary>
    public abstract void AddTrailer(string name, string value);

    /// <summary>Sends the response's headers.</summary>
    public abstract ValueTask FlushHeadersAsync(CancellationToken token);

    /// <summary>Writes the first <paramref name="length"/> bytes of a pooled array to the response, and returns the array when they are
    /// sent.</summary>
    internal virtual void WriteOwned(byte[] array, int length)
    {
        Response.Write(array.AsSpan(0, length));
        ArrayPool<byte>.Shared.Return(array);
    }

    /// <summary>Resets the stream with an HTTP/2 error code, because the response cannot be completed.</summary>
    public abstract void Reset(uint errorCode);
}
