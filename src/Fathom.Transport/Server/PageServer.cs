using System.Buffers;
using System.Collections.Frozen;
using System.Globalization;
using Fathom.Transport.Logging;
using Microsoft.Extensions.Logging;

namespace Fathom.Transport.Server;

/// <summary>The pages of a server, by path. Made once, used by every request at once.</summary>
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
                throw new ArgumentException($"'{path}' is no path of a page: one begins with '/' and has no query.", nameof(pages));
            }
        }

        (_pages, _logger) = (pages.ToFrozenDictionary(StringComparer.Ordinal), logger);
    }

    /// <summary>Answers a request for a page; null where there is no page of its path.</summary>
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
            // Nobody is left to be answered.
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

        // What it shows is of this moment.
        exchange.AddResponseHeader("cache-control", "no-store");
        if (exchange.HttpMethod == Get)
        {
            exchange.Response.Write(response.Body.Span);
        }
    }
}
