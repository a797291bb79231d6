namespace Fathom.FunctionalTests.Interop.Compatibility;

/// <summary>The tests of a reverse proxy with nginx.</summary>
[Peer(PeerAttribute.Nginx)]
public sealed class BehindNginx : ReverseProxyTests
{
    private protected override Task<ReverseProxy> StartAsync() => ReverseProxy.StartAsync("nginx", "nginx-light",
        (ports, host, web) => $$"""
        user root; daemon off; pid {{ports.Folder}}/pid; error_log stderr; worker_processes 1;
        events { worker_connections 200; }
        http {
          access_log off; client_body_temp_path {{ports.Folder}}/a; proxy_temp_path {{ports.Folder}}/b;
          fastcgi_temp_path {{ports.Folder}}/c; uwsgi_temp_path {{ports.Folder}}/d; scgi_temp_path {{ports.Folder}}/e;
          ssl_certificate {{ports.Certificate}}; ssl_certificate_key {{ports.Key}};
          server {
            listen unix:{{ports.Socket}} http2; listen 127.0.0.1:{{ports.Tls}} ssl http2; listen 127.0.0.1:{{ports.Plain}} http2;
            location / { grpc_pass grpc://127.0.0.1:{{host}}; }
          }
          server {
            listen 127.0.0.1:{{ports.Web}};
            location / { proxy_http_version 1.1; proxy_pass http://127.0.0.1:{{web}}; }
          }
        }
        """, file => ["-c", file, "-e", "stderr"]);
}
