using System.Collections.Concurrent;
using System.Text;
using Fathom.FunctionalTests.Cli.Servers;
using Fathom.FunctionalTests.Transport;
using Fathom.Records.Loads;
using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;
using Microsoft.AspNetCore.Server.Kestrel.Core;

namespace Fathom.FunctionalTests.Cli;

/// <summary>What programs get that follow a run: metrics by OTLP, lines of JSON, and an end with their own.</summary>
public class LoadTelemetryTests
{
    private static readonly TimeSpan ToEnd = TimeSpan.FromSeconds(120);

    [Fact]
    public async Task Metrics_go_out_by_OTLP_where_an_endpoint_is_set()
    {
        var exports = new ConcurrentQueue<byte[]>();
        await using var host = await Stack.Native.StartAsync([CollectorOf(exports)]);
        using var folder = new TemporaryFolder();
        using var fathom = FathomProcess.StartWith(
            new Dictionary<string, string> { ["OTEL_EXPORTER_OTLP_ENDPOINT"] = host.Address.ToString() },
            Arguments(folder, host.Address, "-n", "300", "--shard", "2/3"));
        await fathom.ExitAsync(ToEnd);

        var text = Encoding.Latin1.GetString(exports.ShouldHaveSingleItem());
        foreach (var name in new[] { "fathom.load.calls", "rpc.client.call.duration", "fathom.load.sent", "rpc.response.status_code", "OK",
            "rpc.system.name", "fathom.echo.Echo/Unary", "server.address", "fathom.load.shard", "2/3" })
        {
            text.ShouldContain(name);
        }

        text.ShouldNotContain("error.type");
        Counted(exports.Single()).ShouldBe(100UL);
    }

    [Fact]
    public async Task A_socket_is_the_address_of_its_server_in_metrics()
    {
        var exports = new ConcurrentQueue<byte[]>();
        await using var collector = await Stack.Native.StartAsync([CollectorOf(exports)]);
        using var folder = new TemporaryFolder();
        var path = folder.PathOf("health.sock");
        await using var server = await HealthServer.StartAsync(k => k.ListenUnixSocket(path, o => o.Protocols = HttpProtocols.Http2));
        using var fathom = FathomProcess.StartWith(
            new Dictionary<string, string> { ["OTEL_EXPORTER_OTLP_ENDPOINT"] = collector.Address.ToString() },
            "load", $"unix:{path}", "--call", "grpc.health.v1.Health/Check", "-n", "10", "-q", "--out", folder.Path);

        (await fathom.ExitAsync(ToEnd)).ShouldNotBe(3, fathom.Error);
        var text = Encoding.Latin1.GetString(exports.ShouldHaveSingleItem());
        text.ShouldContain(path);
        text.ShouldNotContain("server.port");
    }

    [Fact]
    public async Task Each_second_is_a_line_and_the_run_ends_with_standard_input()
    {
        await using var host = await Stack.Native.StartAsync();
        using var folder = new TemporaryFolder();
        using var fathom = FathomProcess.Start(
            Arguments(folder, host.Address, "-r", "200", "-z", "10m", "--output", "jsonl", "--stop-with-input"));
        await Eventually.HoldsAsync(() => fathom.Output.Contains("\"second\":1,", StringComparison.Ordinal), "two seconds are shown");

        fathom.CloseInput();

        await fathom.ExitAsync(ToEnd);
        var lines = fathom.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(l => System.Text.Json.Nodes.JsonNode.Parse(l)!).ToList();
        var record = LoadRecordJson.Read(folder.PathOf("load.json"));
        lines[..^1].Sum(l => (long)l["calls"]!).ShouldBe(record.Calls);
        lines[..^1].Sum(l => l["latencies_us"]!.AsArray().Sum(pair => (long)pair![1]!)).ShouldBe(record.Calls);
        (record.Partial, (bool)lines[^1]["end"]!, (long)lines[^1]["calls"]!).ShouldBe((true, true, record.Calls));
    }

    private static ServiceDefinition CollectorOf(ConcurrentQueue<byte[]> exports)
    {
        const string service = "opentelemetry.proto.collector.metrics.v1.MetricsService";
        var export = new Method<byte[], byte[]>(MethodKind.Unary, service, "Export", new BytesMarshaller(), new BytesMarshaller());
        return new ServiceBuilder(service).Unary(export, (request, _) =>
        {
            exports.Enqueue(request);
            return new([]);
        }).Build();
    }

    // The count of the one histogram point: ExportMetricsServiceRequest, ResourceMetrics, ScopeMetrics, Metric, Histogram, point.
    private static ulong Counted(byte[] export)
    {
        var metrics = Fields(Fields(Fields(export, 1).Single(), 2).Single(), 2);
        var histogram = metrics.SelectMany(m => Fields(m, 9)).ShouldHaveSingleItem();
        return BitConverter.ToUInt64(Fields(Fields(histogram, 1).ShouldHaveSingleItem(), 4).Single());
    }

    private static List<byte[]> Fields(byte[] message, int number)
    {
        var found = new List<byte[]>();
        var input = new Google.Protobuf.CodedInputStream(message);
        while (input.ReadTag() is > 0 and var tag)
        {
            if (tag >> 3 != number)
            {
                input.SkipLastField();
            }
            else
            {
                found.Add((tag & 7) == 1 ? BitConverter.GetBytes(input.ReadFixed64()) : input.ReadBytes().ToByteArray());
            }
        }

        return found;
    }

    private static string[] Arguments(TemporaryFolder folder, Uri address, params string[] more) =>
    [
        "load", address.ToString().TrimEnd('/'), "--call", "fathom.echo.Echo/Unary", "--data-format", "hex", "-d", "0a00", "-q",
        "--out", folder.Path, .. more,
    ];
}
