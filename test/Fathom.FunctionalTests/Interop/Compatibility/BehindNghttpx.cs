namespace Fathom.FunctionalTests.Interop.Compatibility;

/// <summary>The tests of a reverse proxy with nghttpx.</summary>
[Peer(PeerAttribute.Nghttpx)]
public sealed class BehindNghttpx : ReverseProxyTests
{
    private protected override Task<ReverseProxy> StartAsync() => ReverseProxy.StartAsync("nghttpx", "nghttp2-proxy",
        (ports, host, web) => $"""
        frontend=unix:{ports.Socket};no-tls
        frontend=127.0.0.1,{ports.Tls}
        frontend=127.0.0.1,{ports.Web};no-tls
        frontend=127.0.0.1,{ports.Plain};no-tls
        private-key-file={ports.Key}
        certificate-file={ports.Certificate}
        backend=127.0.0.1,{host};;proto=h2
        backend=127.0.0.1,{web};/grpc.health.v1.Health/;proto=http/1.1
        workers=1

        """, file => [$"--conf={file}"]);
}
