using System.IO.Pipelines;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using Fathom.Transport.Compression;
using Fathom.Transport.Server;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace Fathom.Transport.AspNetCore;

/// <summary>An exchange over ASP.NET Core's HttpContext. The web server owns both.</summary>
internal sealed class HttpContextExchange(HttpContext context) : HttpExchange
{
    // In lower case, as the transport names headers.
    private const string ContentType = "content-type";

    public override string HttpMethod => context.Request.Method;

    public override string Path => context.Request.QueryString.HasValue ? $"{context.Request.Path.Value}{context.Request.QueryString.Value}"
        : context.Request.Path.Value ?? string.Empty;

    public override PipeReader Request => context.Request.BodyReader;

    public override PipeWriter Response => context.Response.BodyWriter;

    public override CancellationToken Aborted => context.RequestAborted;

    public override IEnumerable<KeyValuePair<string, string>> RequestHeaders
    {
        get
        {
            foreach (var (name, values) in context.Request.Headers)
            {
                foreach (var value in values)
                {
                    yield return new(name, value ?? string.Empty);
                }
            }
        }
    }

    public override string Peer
    {
        get
        {
            var address = context.Connection.RemoteIpAddress ?? IPAddress.None;
            var family = address.AddressFamily == AddressFamily.InterNetwork ? "ipv4" : "ipv6";
            return $"{family}:{new IPEndPoint(address, context.Connection.RemotePort)}";
        }
    }

    public override X509Certificate2? ClientCertificate => context.Connection.ClientCertificate;

    public override LinkRate? LinkRate => Fathom.Transport.Compression.LinkRate.Measure(
        context.Features.Get<IConnectionSocketFeature>()?.Socket);

    public override string? GetRequestHeader(string name) => name == ContentType
        ? context.Request.Headers.ContentType
        : context.Request.Headers.TryGetValue(name, out var value) ? value.ToString() : null;

    public override void SetStatusCode(int statusCode) => context.Response.StatusCode = statusCode;

    public override void AddResponseHeader(string name, string value)
    {
        if (name == ContentType)
        {
            context.Response.Headers.ContentType = value;
        }
        else
        {
            context.Response.Headers.Append(name, value);
        }
    }

    public override void AddTrailer(string name, string value) => context.Features.GetRequiredFeature<IHttpResponseTrailersFeature>()
        .Trailers.Append(name, value);

    // The first flush sends the headers.
    public override async ValueTask FlushHeadersAsync(CancellationToken token) => await context.Response.BodyWriter.FlushAsync(token);

    public override void Reset(uint errorCode) => context.Features.GetRequiredFeature<IHttpResetFeature>().Reset((int)errorCode);
}
