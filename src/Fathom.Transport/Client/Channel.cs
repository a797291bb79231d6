using System.Runtime.CompilerServices;
using Fathom.Transport.Calls;
using Fathom.Transport.Compression;

namespace Fathom.Transport.Client;

/// <summary>
/// Makes calls to one server. Create one channel per server and reuse it: it is thread-safe and shares its connections. Disposing it closes
/// the connections and cancels calls in progress. Implementations provide <see cref="Start"/>; the other methods are based on it.
/// </summary>
public abstract class Channel : IAsyncDisposable, IDisposable
{
    /// <summary>
    /// Initializes the channel. Throws <see cref="ArgumentException"/> for an address that is not <c>http</c> or <c>https</c>, nor,
    /// for a <see cref="NativeChannel"/>, <c>unix</c>.
    /// </summary>
    protected Channel(ChannelOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        var acceptsUnix = this is NativeChannel;
        if (!options.Address.IsAbsoluteUri
            || !(options.Address.Scheme is "http" or "https" || (acceptsUnix && options.Address.Scheme == ChannelOptions.UnixScheme)))
        {
            throw new ArgumentException($"The address '{options.Address}' is not supported: use http://host:port (no TLS)"
                + $"{(acceptsUnix ? ", https://host:port or unix:/path" : " or https://host:port")}.", nameof(options));
        }

        Options = options;
        Compressor = new MessageCompressor(options.Logger, options.AcceptedCodecs);
    }

    /// <summary>The options of the channel.</summary>
    public ChannelOptions Options { get; }

    /// <summary>Number of TCP connections opened so far, including closed ones.</summary>
    public abstract long ConnectionsOpened { get; }

    /// <summary>Messages and bytes sent and received so far.</summary>
    public WireTotals Wire => Compressor.Meter.Totals;

    /// <summary>The current state of adaptive compression for the requests of each method; empty when adaptive compression is not
    /// used.</summary>
    public IReadOnlyList<MethodCompressionReport> CompressionReports => Compressor.Reports;

    internal MessageCompressor Compressor { get; }

    /// <summary>The rate at which the server accepts bytes; null when it is not known.</summary>
    protected virtual LinkRate? LinkRate => null;

    /// <summary>Starts a call. Network failures are not thrown here: they are the status of the call.</summary>
    public abstract Call<TRequest, TResponse> Start<TRequest, TResponse>(Method<TRequest, TResponse> method, CallOptions options = default);

    /// <summary>Makes a unary call. Throws <see cref="RpcException"/> for any status but OK.</summary>
    public virtual async Task<TResponse> UnaryAsync<TRequest, TResponse>(
        Method<TRequest, TResponse> method, TRequest request, CallOptions options = default)
    {
        using var call = Start(method, options);
        await call.WriteAsync(request).ConfigureAwait(false);
        return await ReadSingleAsync(call).ConfigureAwait(false);
    }

    /// <summary>Makes a unary call and blocks the calling thread until it ends. Throws <see cref="RpcException"/> for any status but
    /// OK.</summary>
    public virtual TResponse Unary<TRequest, TResponse>(
        Method<TRequest, TResponse> method, TRequest request, CallOptions options = default) =>
        UnaryAsync(method, request, options).GetAwaiter().GetResult();

    /// <summary>
    /// Makes a client-streaming call. When the server responds before it has read all requests, the rest is not sent. An exception from
    /// <paramref name="requests"/> cancels the call and is rethrown.
    /// </summary>
    public async Task<TResponse> ClientStreamingAsync<TRequest, TResponse>(
        Method<TRequest, TResponse> method, IAsyncEnumerable<TRequest> requests, CallOptions options = default)
    {
        using var call = Start(method, options);
        var pump = RequestPump<TRequest, TResponse>.Start(call, requests);
        try
        {
            return await ReadSingleAsync(call).ConfigureAwait(false);
        }
        catch (RpcException) when (pump.HasFailed)
        {
            pump.Rethrow();
            throw;
        }
    }

    /// <summary>One request, any number of responses. Each enumeration is a call. Leaving the enumeration early cancels the call.</summary>
    /// <param name="method">The method.</param>
    /// <param name="request">The request.</param>
    /// <param name="options">The options of the call.</param>
    /// <param name="cancellationToken">Cancels the call, as the token in <paramref name="options"/> does; also set by
    /// <c>WithCancellation</c>.</param>
    public async IAsyncEnumerable<TResponse> ServerStreamingAsync<TRequest, TResponse>(
        Method<TRequest, TResponse> method, TRequest request, CallOptions options = default,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        using var either = Combine(ref options, cancellationToken);
        using var call = Start(method, options);
        await call.WriteAsync(request).ConfigureAwait(false);
        while (await call.MoveNextAsync().ConfigureAwait(false))
        {
            yield return call.Current;
        }
    }

    /// <summary>
    /// Any number of requests and responses, written and read at the same time. Each enumeration is a call. Leaving the enumeration early
    /// cancels the call; what <paramref name="requests"/> throws cancels it and is thrown.
    /// </summary>
    /// <param name="method">The method.</param>
    /// <param name="requests">The requests.</param>
    /// <param name="options">The options of the call.</param>
    /// <param name="cancellationToken">Cancels the call, as the token in <paramref name="options"/> does; also set by
    /// <c>WithCancellation</c>.</param>
    public async IAsyncEnumerable<TResponse> DuplexStreamingAsync<TRequest, TResponse>(
        Method<TRequest, TResponse> method, IAsyncEnumerable<TRequest> requests, CallOptions options = default,
        [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        using var either = Combine(ref options, cancellationToken);
        using var call = Start(method, options);
        var pump = RequestPump<TRequest, TResponse>.Start(call, requests);
        while (await MoveNextAsync(call, pump).ConfigureAwait(false))
        {
            yield return call.Current;
        }
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Compresses the requests of a call; null when they are not compressed. Throws <see cref="ArgumentException"/> for an
    /// unknown encoding in the metadata.</summary>
    internal CallCompressor? CreateCallCompressor(Method method, in CallOptions options)
    {
        var how = options.Compression ?? CompressionRequestMetadata.Find(options.Headers, Options.Compression) ?? Options.Compression;
        return how.Codec is null ? null : Compressor.CreateCallCompressor(how, method.FullPath, !method.HasSingleRequest, () => LinkRate);
    }

    /// <summary>Closes the connections.</summary>
    protected abstract void Dispose(bool disposing);

    /// <summary>Throws <see cref="ArgumentException"/> when <paramref name="method"/> is not unary.</summary>
    private protected static void RequireUnary(Method method)
    {
        ArgumentNullException.ThrowIfNull(method);
        if (method.Kind != MethodKind.Unary)
        {
            throw new ArgumentException($"{method} is {method.Kind}, not Unary: use Start or the method for its kind.", nameof(method));
        }
    }

    // Two tokens cost a source of their own; one, or the same twice, costs nothing.
    private static CancellationTokenSource? Combine(ref CallOptions options, CancellationToken token)
    {
        if (!token.CanBeCanceled || token == options.CancellationToken)
        {
            return null;
        }

        var both = options.CancellationToken.CanBeCanceled
            ? CancellationTokenSource.CreateLinkedTokenSource(options.CancellationToken, token) : null;
        options = options with { CancellationToken = both?.Token ?? token };
        return both;
    }

    private static async ValueTask<bool> MoveNextAsync<TRequest, TResponse>(
        Call<TRequest, TResponse> call, RequestPump<TRequest, TResponse> pump)
    {
        try
        {
            return await call.MoveNextAsync().ConfigureAwait(false);
        }
        catch (RpcException) when (pump.HasFailed)
        {
            pump.Rethrow();
            throw;
        }
    }

    // Where no read throws there was one.
    private static async Task<TResponse> ReadSingleAsync<TRequest, TResponse>(Call<TRequest, TResponse> call)
    {
        await call.MoveNextAsync().ConfigureAwait(false);
        var response = call.Current;
        await call.MoveNextAsync().ConfigureAwait(false);
        return response;
    }
}
