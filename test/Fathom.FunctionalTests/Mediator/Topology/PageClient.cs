using System.Net;
using Fathom.Transport.Client;

namespace Fathom.FunctionalTests.Mediator.Topology;

/// <summary>Clients that request the pages of nodes.</summary>
internal static class PageClient
{
    /// <summary>A client with the certificates of a channel; without them, one that accepts every server.</summary>
    public static HttpClient Create(ChannelTls tls)
    {
        var handler = new SocketsHttpHandler();
        if (tls.SslOptionsFactory is { } made)
        {
            handler.SslOptions = made();
        }
        else
        {
#pragma warning disable CA5359 // It is the stranger here.
            handler.SslOptions.RemoteCertificateValidationCallback = static (_, _, _, _) => true;
#pragma warning restore CA5359
        }

        return new HttpClient(handler) { DefaultRequestVersion = HttpVersion.Version20,
            DefaultVersionPolicy = HttpVersionPolicy.RequestVersionExact };
    }
}
