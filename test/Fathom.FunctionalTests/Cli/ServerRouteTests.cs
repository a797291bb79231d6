using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Fathom.FunctionalTests.Cli.Servers;
using Fathom.FunctionalTests.Interop.Compatibility;
using Fathom.Records.Loads;
using Fathom.TestKit;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Fathom.FunctionalTests.Cli;

/// <summary>The ways to a server, which are the same for <c>fathom list</c>, <c>call</c>, <c>load</c> and <c>doctor</c>.</summary>
public class ServerRouteTests
{
    private const string Check = "grpc.health.v1.Health/Check";

    [Fact]
    [Peer(PeerAttribute.AspNetCore)]
    [Shows(ShowsAttribute.Socket, ShowsAttribute.Load)]
    public async Task Every_command_goes_through_a_Unix_domain_socket()
    {
        using var folder = new TemporaryFolder();
        var path = folder.PathOf("health.sock");
        await using var server = await HealthServer.StartAsync(k => k.ListenUnixSocket(path, o => o.Protocols = HttpProtocols.Http2));

        foreach (var target in new[] { $"unix:{path}", $"unix://{path}" })
        {
            await EveryCommandAsync(target);
        }

        server.Requests.Select(r => r.Host).Distinct().ShouldBe(["localhost"]);
    }

    [Fact]
    public async Task A_socket_that_is_not_there_is_named()
    {
        using var folder = new TemporaryFolder();
        var path = folder.PathOf("nothing.sock");

        foreach (var run in await FailuresAsync($"unix:{path}"))
        {
            run.Error.ShouldContain($"there is no socket at '{path}'");
            run.Error.ShouldContain("heck the path, and that the server runs");
            run.Error.ShouldNotContain("port");
            run.ExitCode.ShouldBe(3);
        }
    }

    [Fact]
    public async Task Every_command_sends_the_authority()
    {
        await using var server = await HealthServer.StartAsync();

        await EveryCommandAsync(server.Target, "--authority", "shop.test:8443");

        server.Requests.Select(r => r.Host).Distinct().ShouldBe(["shop.test:8443"]);
    }

    [Theory]
    [InlineData("--servername", "shop.test")]
    [InlineData("--authority", "shop.test")]
    [InlineData("--authority", "shop.test:443")]
    [Peer(PeerAttribute.AspNetCore)]
    [Shows(ShowsAttribute.Tls)]
    public async Task A_certificate_of_another_name_is_accepted_under_that_name(string flag, string name)
    {
        using var folder = new TemporaryFolder();
        using var certificate = CertificateOf("shop.test");
        await File.WriteAllTextAsync(folder.PathOf("ca.pem"), certificate.ExportCertificatePem());
        await using var server = await HealthServer.StartAsync(k => k.Listen(IPAddress.Loopback, 0, o =>
        {
            o.Protocols = HttpProtocols.Http2;
            o.UseHttps(certificate);
        }));

        await EveryCommandAsync(server.Target, "--cacert", folder.PathOf("ca.pem"), flag, name);
        var other = await FathomRun.OfAsync("list", server.Target, "--cacert", folder.PathOf("ca.pem"));

        other.ExitCode.ShouldBe(3);
        other.Error.ShouldContain("--servername");
    }

    [Fact]
    [Peer(PeerAttribute.AspNetCore)]
    [Shows(ShowsAttribute.Web, ShowsAttribute.Load)]
    public async Task Every_command_speaks_gRPC_Web()
    {
        await using var server = await HealthServer.StartAsync(add: a => a.UseGrpcWeb(new GrpcWebOptions { DefaultEnabled = true }));

        await EveryCommandAsync(server.Target, "--protocol", "grpc-web");
        var missing = await FathomRun.OfAsync("call", server.Target, Check, "-d", "{\"service\":\"none\"}", "--protocol", "grpc-web");

        (missing.ExitCode, missing.Error.Contains("Status: NotFound (5)", StringComparison.Ordinal)).ShouldBe((69, true), missing.Error);
        server.Requests.Select(r => r.ContentType).Distinct().ShouldBe(["application/grpc-web+proto"]);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task All_but_the_doctor_speak_gRPC_Web_over_HTTP_1(bool tls)
    {
        using var certificate = CertificateOf("localhost");
        await using var server = await HealthServer.StartAsync(k => k.Listen(IPAddress.Loopback, 0, o =>
        {
            o.Protocols = HttpProtocols.Http1;
            _ = tls ? o.UseHttps(certificate) : o;
        }), a => a.UseGrpcWeb(new GrpcWebOptions { DefaultEnabled = true }));
        string[] way = [tls ? server.Target : $"http://{server.Target}", .. tls ? (string[])["--insecure"] : [],
            "--protocol", "grpc-web-http1"];

        (await FathomRun.OutputOfAsync(["list", .. way])).ShouldContain("grpc.health.v1.Health");
        (await FathomRun.OutputOfAsync(["describe", way[0], Check, .. way[1..]])).ShouldContain("rpc Check(");
        (await FathomRun.OutputOfAsync(["call", way[0], Check, .. way[1..]])).ShouldContain("SERVING");
        var missing = await FathomRun.OfAsync(["call", way[0], Check, "-d", "{\"service\":\"none\"}", .. way[1..]]);
        (missing.ExitCode, missing.Error.Contains("Status: NotFound (5)", StringComparison.Ordinal)).ShouldBe((69, true), missing.Error);
        var load = await LoadAsync([.. way, "-c", "7"]);
        load.Record.ShouldNotBeNull(load.Run.Error).Outcomes.ShouldBe(new Dictionary<string, long> { ["OK"] = 100 });
        load.Record.Figures["connections_opened"].Value.ShouldBe(7);
        var doctor = await DoctorAsync(way);
        (doctor.ExitCode, doctor.Error.Contains("--protocol: the doctor compares calls with PING", StringComparison.Ordinal))
            .ShouldBe((2, true), doctor.Error);
        server.Requests.Select(r => (r.Protocol, r.ContentType)).Distinct().ShouldBe([("HTTP/1.1", "application/grpc-web+proto")]);
    }

    [Fact]
    public async Task Every_command_compresses_requests()
    {
        await using var server = await HealthServer.StartAsync();
        var data = $$"""{"service":"{{new string('a', 1000)}}"}""";

        var load = await LoadAsync(server.Target, "-d", data, "--compression", "gzip");
        var call = await FathomRun.OfAsync("call", server.Target, Check, "-d", data, "--compression", "gzip");
        var doctor = await DoctorAsync(server.Target, "--compression", "gzip");

        load.Record.ShouldNotBeNull(load.Run.Error).Outcomes.ShouldBe(new Dictionary<string, long> { ["NOT_FOUND"] = 100 });
        call.Error.ShouldContain("NotFound");
        doctor.ExitCode.ShouldBe(0, doctor.Error);
        server.Requests.Where(r => r.Host == server.Target).Select(r => r.Encoding).Distinct().ShouldBe(["gzip"]);
    }

    [Fact]
    public async Task A_reply_above_the_maximum_size_ends_its_call()
    {
        await using var server = await HealthServer.StartAsync();

        var call = await FathomRun.OfAsync("call", server.Target, Check, "--protoset", "/dev/null", "--max-receive-size", "1");
        var load = await LoadAsync(server.Target, "--data-format", "hex", "--max-receive-size", "1");

        call.ExitCode.ShouldBe(2, "no descriptors");
        load.Record!.Outcomes.ShouldBe(new Dictionary<string, long> { ["RESOURCE_EXHAUSTED"] = 100 });
        var encoded = await FathomRun.OfAsync("call", server.Target, Check, "--data-format", "hex", "--max-receive-size", "1");
        encoded.Error.ShouldContain("ResourceExhausted");
        encoded.ExitCode.ShouldBe(72);
    }

    [Fact]
    public async Task A_server_that_says_nothing_is_given_up_after_the_connect_timeout()
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();

        foreach (var run in await FailuresAsync($"http://{silent.LocalEndpoint}", "--connect-timeout", "200ms"))
        {
            run.Error.ShouldContain("SETTINGS");
            run.ExitCode.ShouldBe(3);
        }
    }

    // Without a scheme it is asked first whether it has TLS, for ten seconds where nothing is said.
    [Fact]
    public async Task So_is_one_that_is_asked_first_whether_it_has_tls()
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        var began = Stopwatch.StartNew();

        var run = await FathomRun.OfAsync("call", $"{silent.LocalEndpoint}", Check, "--connect-timeout", "200ms");

        run.ExitCode.ShouldBe(3);
        began.Elapsed.ShouldBeLessThan(TimeSpan.FromSeconds(10));
    }

    [Theory]
    [InlineData("hex", "0801")]
    [InlineData("base64", "CAE=")]
    public async Task A_call_without_descriptors_sends_and_shows_encoded_messages(string format, string serving)
    {
        await using var server = await HealthServer.StartAsync(add: null);

        (await FathomRun.OutputOfAsync("call", server.Target, Check, "--data-format", format)).Trim().ShouldBe(serving);
        (await FathomRun.OutputOfAsync("call", server.Target, "grpc.reflection.v1.ServerReflection/ServerReflectionInfo", "--kind",
            "duplex", "--data-format", "hex", "-d", "3a00")).ShouldContain(Convert.ToHexStringLower("grpc.health.v1.Health"u8));
        server.Requests.Count.ShouldBe(2, "no reflection");
        var refused = await FathomRun.OfAsync("call", server.Target, Check, "--data-format", "binary", "--kind", "duplex");
        (refused.ExitCode, refused.Error.Contains("cannot be told apart", StringComparison.Ordinal)).ShouldBe((2, true));
    }

    [Fact]
    public async Task A_binary_reply_is_its_bytes()
    {
        await using var server = await HealthServer.StartAsync();

        var (exitCode, bytes) = await FathomRun.BytesOfAsync("call", server.Target, Check, "--data-format", "binary");

        (exitCode, Convert.ToHexString(bytes)).ShouldBe((0, "0801"));
    }

    [Theory]
    [InlineData("--authority", "a b", "is not an authority; accepted: host or host:port")]
    [InlineData("--connect-timeout", "5", "is not a duration of 1ms to 24h")]
    [InlineData("--keepalive", "never", "is not a duration of 1ms to 24h")]
    [InlineData("--max-receive-size", "3G", "is not a size below 2G")]
    [InlineData("--compression", "gzp", "is not a codec; did you mean 'gzip'?")]
    public async Task A_flag_that_is_wrong_is_refused_before_the_server_is_called(string flag, string value, string message)
    {
        foreach (var run in await FailuresAsync($"http://127.0.0.1:{FreePort.Next()}", flag, value))
        {
            run.Error.ShouldContain($"{flag}: '{value}' {message}");
            run.ExitCode.ShouldBe(2);
        }
    }

    private static async Task EveryCommandAsync(string target, params string[] flags)
    {
        (await FathomRun.OutputOfAsync(["list", target, .. flags])).ShouldContain("grpc.health.v1.Health");
        (await FathomRun.OutputOfAsync(["describe", target, Check, .. flags])).ShouldContain("rpc Check(");
        (await FathomRun.OutputOfAsync(["call", target, Check, .. flags])).ShouldContain("SERVING");
        var load = await LoadAsync([target, .. flags]);
        load.Record.ShouldNotBeNull(load.Run.Error).Outcomes.ShouldBe(new Dictionary<string, long> { ["OK"] = 100 });
        var doctor = await DoctorAsync([target, .. flags]);
        doctor.ExitCode.ShouldBe(0, doctor.Error);
    }

    // With encoded data, so that load and doctor fail by themselves, and not by the reflection before them.
    private static async Task<FathomRun[]> FailuresAsync(string target, params string[] flags) =>
    [
        await FathomRun.OfAsync(["list", target, .. flags]),
        await FathomRun.OfAsync(["call", target, Check, "--data-format", "hex", .. flags]),
        (await LoadAsync([target, "--data-format", "hex", .. flags])).Run,
        await DoctorAsync([target, "--data-format", "hex", .. flags]),
    ];

    private static async Task<FathomRun> DoctorAsync(params string[] arguments)
    {
        using var folder = new TemporaryFolder();
        return await FathomRun.OfAsync(["doctor", .. arguments, "--call", Check, "--budget", "1s", "-q", "--out", folder.Path]);
    }

    private static async Task<(FathomRun Run, LoadRecord? Record)> LoadAsync(params string[] arguments)
    {
        using var folder = new TemporaryFolder();
        var run = await FathomRun.OfAsync(["load", .. arguments, "--call", Check, "-n", "100", "-q", "--out", folder.Path]);
        var record = folder.PathOf("load.json");
        return (run, File.Exists(record) ? LoadRecordJson.Read(record) : null);
    }

    private static X509Certificate2 CertificateOf(string name)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest($"CN={name}", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddDnsName(name);
        request.CertificateExtensions.Add(names.Build());
        var now = TimeProvider.System.GetUtcNow();
        return request.CreateSelfSigned(now.AddHours(-1), now.AddDays(1));
    }
}
