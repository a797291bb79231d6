using Fathom.Diagnosis.Causes.L7ProxyBufferingOrLimits;
using Fathom.FunctionalTests.Interop.Compatibility;
using Fathom.Records;
using Fathom.TestKit;
using Fathom.TestKit.Plants;

namespace Fathom.FunctionalTests.Doctor;

/// <summary>A healthy service behind a proxy that limits the rate of calls: past the proxy they take no time.</summary>
[Collection(Alone.Name)]
public sealed class PastProxyTests : IAsyncDisposable
{
    private const string Call = "fathom.plants.Plant/Call";

    private readonly Examination _doctor = new();
    private readonly TemporaryFolder _folder = new();
    private readonly int _port = FreePort.Next();

    private string Proxy => $"http://127.0.0.1:{_port}";

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task What_a_proxy_on_this_machine_costs_is_proven_by_calls_past_it(bool isGiven)
    {
        var nginx = ProxyProgram.Find("nginx", "nginx-light");
        await using var service = await PlantedService.StartAsync("fast");
        var file = _folder.PathOf("proxy.conf");
        await File.WriteAllTextAsync(file, Configuration(new Uri(service.Address).Authority), TestContext.Current.CancellationToken);
        await using var proxy = nginx.Start("-c", file, "-e", "stderr");
        await Eventually.HoldsAsync(() => FreePort.AcceptsAsync(_port), $"nginx listens; {proxy.Errors}");

        string[] direct = isGiven ? ["--direct", service.Address] : [];
        var record = await _doctor.RunAsync([Proxy, "--call", Call, "--concurrency", "1", .. direct]);
        var first = record.Causes[0];
        (first.Id, first.Kind).ShouldBe((L7ProxyBufferingOrLimitsCause.Name, FindingKind.Finding), _doctor.Wrote);
        first.Proof.ShouldNotBeNull().Variable.ShouldBe("path");
        first.Proof.Ratio.Value.ShouldBeGreaterThan(3);
        // The same part of a call: what is proven leaves nothing to suspect.
        record.RuledOut.ShouldContain(r => r.Id == "slow-middleware" && r.By.Contains("is proven to take that"));
        _doctor.Wrote.ShouldNotContain($"{_port}", customMessage: "the address stands in no verdict");
    }

    [Fact]
    public async Task What_is_no_address_is_refused_with_what_is_accepted() =>
        (await _doctor.RefusedAsync(Proxy, "--call", Call, "--direct", "there")).ShouldContain(
            "--direct: 'there' is not an address; accepted: host:port, http://host:port (no TLS), https://host:port, unix:PATH");

    public async ValueTask DisposeAsync()
    {
        await _doctor.DisposeAsync();
        _folder.Dispose();
    }

    private string Configuration(string service) => $$"""
        user root; daemon off; pid {{_folder.Path}}/pid; error_log stderr; worker_processes 2;
        events { worker_connections 200; }
        http {
          access_log off; client_body_temp_path {{_folder.Path}}/a; proxy_temp_path {{_folder.Path}}/b;
          fastcgi_temp_path {{_folder.Path}}/c; uwsgi_temp_path {{_folder.Path}}/d; scgi_temp_path {{_folder.Path}}/e;
          limit_req_zone $server_addr zone=all:1m rate=40r/s;
          server {
            listen 127.0.0.1:{{_port}} http2;
            location / { limit_req zone=all burst=1000; grpc_pass grpc://{{service}}; }
          }
        }
        """;
}
