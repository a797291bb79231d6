using System.Runtime.CompilerServices;
using Fathom.Transport.Calls;
using Fathom.Transport.Compression;

namespace Fathom.Transport.Client;

/// <summary>
/// Calls to one server. <see cref="Start"/> is what an implementation provides, the other forms stand on it. Owned by
/// whoever made it; used from many threads at once; disposing it closes its connections and ends its calls.
/// </summary>
public abstract class Channel : IAsyncDisposable, IDisposable
{
    /// <summary>
    /// Takes the options. Throws <see cref="ArgumentException"/> for an address that is not <c>http</c> or <c>https</c>.
    /// </summary>
    protected Channel(ChannelOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        if (!options.Address.IsAbsoluteUri || options.Address.Scheme is not ("http" or "https"))
        {
            throw new ArgumentException(
                $"The address '{options.Address}' cannot be used: give http://host:port (no TLS) or https://host:port.", nameof(options));
        }

        Options = options;
        Compressor = new MessageCompressor(options.Logger, options.AcceptedCodecs);
    }

    /// <summary>What the channel was made with.</summary>
    public ChannelOptions Options { get; }

    /// <summary>TCP connections opened so far, those closed since included.</summary>
    public abstract long ConnectionsOpened { get; }

    /// <summary>What went over the channel so far.</summary>
    public WireTotals Wire => Compressor.Meter.Totals;

    /// <summary>What adaptive compression does with each method's requests at present; empty where nothing is compressed
    /// adaptively.</summary>
    public IReadOnlyList<MethodCompressionReport> CompressionReports => Compressor.Reports;

    internal MessageCompressor Compressor { get; }

    /// <summary>How fast the server takes requests, or null where nobody knows.</summary>
    protected virtual LinkRate? LinkRate => null;

    /// <summary>Starts a call. Never throws for what the network does: that is the status of the call.</summary>
    public abstract Call<TRequest, TResponse> Start<TRequest, TResponse>(Method<TRequest, TResponse> method, CallOptions options = default);

    /// <summary>One request, one response, awaited. Throws <see cref="RpcException"/> for any status but OK.</summary>
    public virtual async Task<TResponse> UnaryAsync<TRequest, TResponse>(
        Method<TRequest, TResponse> method, TRequest request, CallOptions options = default)
    {
        using var call = Start(method, options);
        await call.WriteAsync(request).ConfigureAwait(false);
        return await ReadSingleAsync(call).ConfigureAwait(false);
    }

    /// <summary>One request, one response; the calling thread is blocked meanwhile. How it waits is the implementation's.</summary>
    public virtual TResponse Unary<TRequest, TResponse>(
        Method<TRequest, TResponse> method, TRequest request, CallOptions options = default) =>
        UnaryAsync(method, request, options).GetAwaiter().GetResult();

    /// <summary>
    /// Any number of requests, one response. A server may answer before it has read all: the rest is not sent then. What
    /// <paramref name="requests"/> throws cancels the call and is thrown.
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

    /// <summary>What compresses the requests of a call, or null. Throws <see cref="ArgumentException"/> for an encoding in its metadata
    /// that nobody knows.</summary>
    internal CallCompressor? CreateCallCompressor(Method method, in CallOptions options)
    {
        var how = options.Compression ?? CompressionRequestMetadata.Find(options.Headers, Options.Compression) ?? Options.Compression;
        return how.Codec is null ? null : Compressor.CreateCallCompressor(how, method.FullPath, !method.HasSingleRequest, () => LinkRate);
    }

    /// <summary>Closes the connections.</summary>
    protected abstract void Dispose(bool disposing);

    /// <summary>Throws <see cref="ArgumentException"/> where <paramref name="method"/> does not have one request and one
    /// response.</summary>
    private protected static void RequireUnary(Method method)
    {
        ArgumentNullException.ThrowIfNull(method);
        if (method.Kind != MethodKind.Unary)
        {
            throw new ArgumentException($"{method} is {method.Kind}, not Unary.", nameof(method));
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

    private static async Task<TResponse> ReadSingleAsync<TRequest, TResponse>(Call<TRequest, TResponse> call)
    {
        if (!await call.MoveNextAsync().ConfigureAwait(false))
        {
            throw ResponseCardinality.None(call.Trailers);
        }

        var response = call.Current;
        return await call.MoveNextAsync().ConfigureAwait(false) ? throw ResponseCardinality.Several() : response;
    }
}
