using System.Collections.Frozen;
using Fathom.Transport.Calls;
using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Server;

/// <summary>
/// Dispatches requests of any host to handlers and runs the calls (gRPC doc/PROTOCOL-HTTP2.md). Thread-safe; create one per host.
/// </summary>
public sealed class GrpcDispatcher
{
    private const int MaxQuotedPath = 200;

    private readonly FrozenDictionary<string, MethodHandler> _handlers;
    private readonly FrozenSet<string> _services;
    private readonly ServerOptions _options;
    private readonly MessageCompressor _compressor;
    private readonly PageServer? _pages;

    /// <summary>
    /// Creates a dispatcher for <paramref name="services"/>. Throws <see cref="ArgumentException"/> when two have the same name or the path
    /// of a page is invalid.
    /// </summary>
    public GrpcDispatcher(IEnumerable<ServiceDefinition> services, ServerOptions? options = null)
    {
        var own = services.ToArray();
        var all = own.Concat(OfHost(own, options)).ToArray();
        _services = all.Select(service => service.Name).ToFrozenSet(StringComparer.Ordinal);
        if (_services.Count != all.Length)
        {
            throw new ArgumentException(
                $"Two services have the same name; names must be unique: {string.Join(", ", all.Select(service => service.Name))}.",
                nameof(services));
        }

        _handlers = all.SelectMany(service => service.Handlers)
            .ToFrozenDictionary(handler => handler.Method.FullPath, StringComparer.Ordinal);
        _options = options ?? new ServerOptions();
        _compressor = new MessageCompressor(_options.Logger, _options.AcceptedCodecs);
        _pages = _options.Pages.Count == 0 ? null : new PageServer(_options.Pages, _options.Logger);
    }

    /// <summary>Messages and bytes sent and received by all calls so far.</summary>
    public WireTotals Wire => _compressor.Meter.Totals;

    /// <summary>The current state of adaptive compression for the responses of each method; empty when adaptive compression is not
    /// used.</summary>
    public IReadOnlyList<MethodCompressionReport> CompressionReports => _compressor.Reports;

    /// <summary>Handles one request. A request that is neither gRPC nor for a page gets HTTP 405 or 415; an unknown method gets
    /// Unimplemented. An exception of a handler becomes the status of the call.</summary>
    public Task DispatchAsync(HttpExchange exchange)
    {
        ArgumentNullException.ThrowIfNull(exchange);
        if (exchange.HttpMethod != "POST")
        {
            if (_pages?.TryAnswer(exchange) is { } answering)
            {
                return answering;
            }

            exchange.SetStatusCode(405);
            exchange.AddResponseHeader("allow", "POST");
            return Task.CompletedTask;
        }

        if (!GrpcContentType.IsGrpc(exchange.GetRequestHeader(GrpcHeaders.ContentType)))
        {
            exchange.SetStatusCode(415);
            exchange.AddResponseHeader("accept", GrpcContentType.Value);
            return Task.CompletedTask;
        }

        if (!_handlers.TryGetValue(exchange.Path, out var handler))
        {
            StatusWriter.WriteTrailersOnly(exchange, _options, Unimplemented(exchange.Path));
            return Task.CompletedTask;
        }

        return new ServerCall(exchange, handler.Method, _options, _compressor).RunAsync(handler);
    }

    /// <summary>Size in bytes from which a request to <paramref name="path"/> gets memory that its reader can keep.</summary>
    internal int DedicatedRequestThreshold(string path) =>
        _handlers.TryGetValue(path, out var handler) ? handler.DedicatedRequestThreshold : int.MaxValue;

    /// <summary>Whether a call to <paramref name="path"/> has one request; also where no method has the path.</summary>
    internal bool HasSingleRequest(string path) =>
        !_handlers.TryGetValue(path, out var handler) || handler.Method.Kind is MethodKind.Unary or MethodKind.ServerStreaming;

    /// <summary>Whether a call to <paramref name="path"/> has one response; also where no method has the path.</summary>
    internal bool HasSingleResponse(string path) =>
        !_handlers.TryGetValue(path, out var handler) || handler.Method.Kind is MethodKind.Unary or MethodKind.ClientStreaming;

    // Reflection names all of them, itself included.
    private static IEnumerable<ServiceDefinition> OfHost(ServiceDefinition[] own, ServerOptions? options)
    {
        ServiceDefinition[] health = options?.Health is { } service ? [service.Define(() => own)] : [];
        return options is { EnableReflection: true } ? health.Concat(ServerReflection.Define(() => own.Concat(health))) : health;
    }

    private Status Unimplemented(string path)
    {
        // A status is percent-encoded: what no path of gRPC has would be three to six times as long.
        path = string.Concat(PrintableText.OneLine(path, MaxQuotedPath).Select(c => char.IsAscii(c) && c != '%' ? c : '?'));
        var slash = path.LastIndexOf('/');
        var service = slash > 0 ? path[1..slash] : path;
        return new Status(
            StatusCode.Unimplemented,
            _services.Contains(service) ? $"Service '{service}' has no method '{path[(slash + 1)..]}'."
                : $"Service '{service}' is not served here.");
    }
}
