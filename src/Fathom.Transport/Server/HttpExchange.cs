using System.Buffers;
using System.IO.Pipelines;
using System.Security.Cryptography.X509Certificates;
using Fathom.Transport.Calls;
using Fathom.Transport.Compression;

namespace Fathom.Transport.Server;

/// <summary>
/// One HTTP/2 request and its response, as the dispatcher needs them; what a host provides. Owned by the host, valid until
/// the task of <see cref="GrpcDispatcher.DispatchAsync"/> ends, after which the host ends the stream: with the trailers
/// that were set, or with the headers alone where nothing was written.
/// </summary>
public abstract class HttpExchange
{
    /// <summary>The request's <c>:method</c>.</summary>
    public abstract string HttpMethod { get; }

    /// <summary>The request's <c>:path</c>.</summary>
    public abstract string Path { get; }

    /// <summary>The request's headers in order; asked for only where a handler wants them.</summary>
    public abstract IEnumerable<KeyValuePair<string, string>> RequestHeaders { get; }

    /// <summary>The request's body. Reading fails with <see cref="IOException"/> or <see cref="OperationCanceledException"/> when the
    /// client is gone.</summary>
    public abstract PipeReader Request { get; }

    /// <summary>The response's body; flushing waits for flow control.</summary>
    public abstract PipeWriter Response { get; }

    /// <summary>Cancelled when the client has reset the stream or closed the connection.</summary>
    public abstract CancellationToken Aborted { get; }

    /// <summary>Who called, in gRPC's form: <c>ipv4:127.0.0.1:50051</c>, <c>ipv6:[::1]:50051</c>.</summary>
    public abstract string Peer { get; }

    /// <summary>The certificate the client has shown, and that was accepted (mutual TLS); null: none.</summary>
    public virtual X509Certificate2? ClientCertificate => null;

    /// <summary>How fast the client takes the response, or null where nobody knows.</summary>
    public virtual LinkRate? LinkRate => null;

    /// <summary>The response's body where it takes memory as it is, or null.</summary>
    internal virtual IZeroCopyBufferWriter? ZeroCopyResponse => null;

    /// <summary>Whether the request's bytes that were read last lie in memory that nobody else uses.</summary>
    internal virtual bool IsRequestDedicated => false;

    /// <summary>The value of a request header, <paramref name="name"/> in lower case; null when it was not sent.</summary>
    public abstract string? GetRequestHeader(string name);

    /// <summary>Sets the response's <c>:status</c>; before anything is flushed.</summary>
    public abstract void SetStatusCode(int statusCode);

    /// <summary>Adds a response header, another one where there is one of that name; before anything is flushed.</summary>
    public abstract void AddResponseHeader(string name, string value);

    /// <summary>Adds a trailer; after the headers, before the end.</summary>
    public abstract void AddTrailer(string name, string value);

    /// <summary>Sends the response's headers now.</summary>
    public abstract ValueTask FlushHeadersAsync(CancellationToken token);

    /// <summary>Writes the first <paramref name="length"/> bytes of an array of the pool to the response, and returns it when they are
    /// sent.</summary>
    internal virtual void WriteOwned(byte[] array, int length)
    {
        Response.Write(array.AsSpan(0, length));
        ArrayPool<byte>.Shared.Return(array);
    }

    /// <summary>The request is one message: from so many bytes on it may have memory of its own.</summary>
    internal virtual void SetDedicatedRequestThreshold(int bytes)
    {
    }

    /// <summary>Sends RST_STREAM with an HTTP/2 error code: the response cannot be completed.</summary>
    public abstract void Reset(uint errorCode);
}
