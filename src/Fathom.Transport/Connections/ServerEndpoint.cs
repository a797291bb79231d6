using System.Net;
using System.Text;

namespace Fathom.Transport.Connections;

/// <summary>Where the connections to a server go, and the names by which they ask for it. Immutable.</summary>
internal sealed record ServerEndpoint
{
    /// <summary>Host name or IP address to connect to.</summary>
    public required string Host { get; init; }

    /// <summary>TCP port.</summary>
    public required int Port { get; init; }

    /// <summary>Path of a Unix domain socket, which is connected instead of host and port; null for TCP.</summary>
    public string? SocketPath { get; init; }

    /// <summary>The proxy that is asked for a tunnel, <c>http://[user:password@]host:port</c>; null for none.</summary>
    public Uri? Proxy { get; init; }

    /// <summary>Whether connections use TLS.</summary>
    public required bool IsTls { get; init; }

    /// <summary>The <c>:authority</c> of calls (RFC 9113 section 8.3.1).</summary>
    public required string Authority { get; init; }

    /// <summary>The name that is requested by SNI and that the server's certificate must contain.</summary>
    public required string ServerName { get; init; }

    /// <summary>The addresses of a host name, in the order of preference (RFC 6724). Blocks.</summary>
    public required Func<string, IPAddress[]> Resolve { get; init; }

    /// <summary>The <c>:scheme</c> of calls.</summary>
    public string Scheme => IsTls ? Uri.UriSchemeHttps : Uri.UriSchemeHttp;

    /// <summary>The proxy without its password, for messages.</summary>
    public string ProxyName => $"{Proxy!.Scheme}://{Proxy.Authority}";

    /// <summary>The question for a tunnel to the server (CONNECT, RFC 9110 section 9.3.6), with the proxy's user and password.</summary>
    public byte[] TunnelRequest()
    {
        var target = $"{(Host.Contains(':', StringComparison.Ordinal) ? $"[{Host.Trim('[', ']')}]" : Host)}:{Port}";
        var credentials = Proxy!.UserInfo.Length == 0 ? "" : "Proxy-Authorization: Basic "
            + Convert.ToBase64String(Encoding.UTF8.GetBytes(Uri.UnescapeDataString(Proxy.UserInfo))) + "\r\n";
        return Encoding.ASCII.GetBytes($"CONNECT {target} HTTP/1.1\r\nHost: {target}\r\n{credentials}\r\n");
    }

    /// <summary>An authority, <c>host</c> or <c>host:port</c>, as an address; null when it is none.</summary>
    public static Uri? ParseAuthority(string authority) =>
        Uri.TryCreate($"http://{authority}", UriKind.Absolute, out var named) && named.Host.Length > 0 && named.PathAndQuery == "/"
            && named.UserInfo.Length == 0 && authority.All(c => c is > ' ' and < '\x7f' and not '/') ? named : null;
}
