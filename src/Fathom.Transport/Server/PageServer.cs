using System.Buffers;
using System.Collections.Frozen;
using System.Globalization;
using Fathom.Transport.Logging;
using Microsoft.Extensions.Logging;

namespace Fathom.Transport.Server;

/// <summary>Serves the pages of a server, by path. Thread-safe.</summary>
internal sealed class PageServer
{
    private const string Get = "GET";
    private const string Head = "HEAD";

    private readonly FrozenDictionary<string, PageHandler> _pages;
    private readonly ILogger? _logger;

    /// <summary>Throws <see cref="ArgumentException"/> for a path that does not begin with a slash or has a query.</summary>
    public PageServer(IReadOnlyDictionary<string, PageHandler> pages, ILogger? logger)
    {
        foreach (var path in pages.Keys)
        {
            if (path is not ['/', ..] || path.Contains('?', StringComparison.Ordinal))
            {
                throw new ArgumentException($"'{path}' is not a path of a page: it must start with '/' and have no query.", nameof(pages));
            }
        }

        (_pages, _logger) = (pages.ToFrozenDictionary(StringComparer.Ordinal), logger);
    }

    /// <summary>Handles a request for a page; null when the path has no page.</summary>
    public Task? TryAnswer(HttpExchange exchange)
    {
        var end = exchange.Path.IndexOf('?', StringComparison.Ordinal);
        var (path, query) = end < 0 ? (exchange.Path, "") : (exchange.Path[..end], exchange.Path[(end + 1)..]);
        return _pages.TryGetValue(path, out var page) ? AnswerAsync(exchange, page, path, query) : null;
    }

    private async Task AnswerAsync(HttpExchange exchange, PageHandler page, string path, string query)
    {
        if (exchange.HttpMethod is not (Get or Head))
        {
            exchange.SetStatusCode(405);
            exchange.AddResponseHeader("allow", $"{Get}, {Head}");
            return;
        }

        PageResponse response;
        try
        {
            response = await page(new PageRequest(query, exchange.Peer, exchange.ClientCertificate, exchange.Aborted));
        }
        catch (OperationCanceledException) when (exchange.Aborted.IsCancellationRequested)
        {
            // The client has disconnected.
            exchange.SetStatusCode(500);
            return;
        }
        catch (Exception e)
        {
            if (_logger is not null)
            {
                ServerLog.HandlerFailed(_logger, path, e);
            }

            exchange.SetStatusCode(500);
            return;
        }

        exchange.SetStatusCode(response.StatusCode);
        exchange.AddResponseHeader("content-type", response.ContentType);
        exchange.AddResponseHeader("content-length", response.Body.Length.ToString(CultureInfo.InvariantCulture));

        // A page shows the current state.
        exchange.AddResponseHeader("cache-control", "no-store");
        if (exchange.HttpMethod == Get)
        {
            exchange.Response.Write(response.Body.Span);
        }
    }
}
