namespace Fathom.FunctionalTests.Interop.Compatibility;

/// <summary>The tests of a reverse proxy with HAProxy.</summary>
[Peer(PeerAttribute.Haproxy)]
public sealed class BehindHaproxy : ReverseProxyTests
{
    private protected override Task<ReverseProxy> StartAsync() => ReverseProxy.StartAsync("haproxy", "haproxy",
        (ports, host, web) => $"""
        defaults
          mode http
          timeout connect 5s
          timeout client 60s
          timeout server 60s
        listen grpc
          bind unix@{ports.Socket} proto h2
          bind 127.0.0.1:{ports.Tls} ssl crt {ports.Both} alpn h2
          bind 127.0.0.1:{ports.Plain} proto h2
          server host 127.0.0.1:{host} proto h2
        listen web
          bind 127.0.0.1:{ports.Web}
          server host 127.0.0.1:{web}

        """, file => ["-db", "-f", file]);
}
