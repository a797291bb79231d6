using System.Diagnostics.Metrics;
using Fathom.Load.Counting;
using Fathom.Load.Grpc.Calls;
using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace Fathom.Cli.Commands.Loads;

/// <summary>OpenTelemetry metrics of a run by OTLP, where <c>OTEL_EXPORTER_OTLP_ENDPOINT</c> is set. They are fed once a second from the
/// counts, so that a call costs nothing more. OpenTelemetry's other variables hold, too.</summary>
internal sealed class LoadTelemetry : IDisposable
{
    private const string MeterName = "Fathom.Load";
    private const string Endpoint = "OTEL_EXPORTER_OTLP_ENDPOINT";

    private static readonly double[] Quantiles = [0.5, 0.9, 0.99, 1];

    private readonly Meter _meter = new(MeterName);
    private readonly MeterProvider _provider;
    private readonly Counter<long> _calls;
    private readonly Counter<long> _sent;
    private readonly Counter<long> _received;
    private readonly KeyValuePair<string, object?> _method;
    private volatile Measurement<double>[] _latencies = [];

    private LoadTelemetry(string call)
    {
        _method = new("rpc.method", call);
        _calls = _meter.CreateCounter<long>("fathom.load.calls", "{call}", "Calls that ended, by status.");
        _sent = _meter.CreateCounter<long>("fathom.load.sent", "By", "Bytes of request messages.");
        _received = _meter.CreateCounter<long>("fathom.load.received", "By", "Bytes of response messages.");
        _meter.CreateObservableGauge("fathom.load.latency", () => _latencies, "s", "Latency of the last second, by quantile.");
        _provider = Sdk.CreateMeterProviderBuilder().AddMeter(MeterName).AddOtlpExporter().Build();
    }

    /// <summary>Starts to send the metrics of a run; null where no endpoint is set.</summary>
    public static LoadTelemetry? StartIfAsked(FathomConsole console, LoadSpec spec, TallyCollector collector)
    {
        if (string.IsNullOrEmpty(console.Environment.GetValueOrDefault(Endpoint)))
        {
            return null;
        }

        try
        {
            var telemetry = new LoadTelemetry(spec.Call);
            collector.SecondCompleted += telemetry.Count;
            return telemetry;
        }
        catch (UriFormatException e)
        {
            throw CommandException.Usage($"{Endpoint}: '{console.Environment[Endpoint]}' is not an address: {e.Message}");
        }
    }

    /// <summary>Sends what is left.</summary>
    public void Dispose()
    {
        _provider.Dispose();
        _meter.Dispose();
    }

    private void Count(int second, CallTally tally)
    {
        for (var outcome = 0; outcome < CallOutcomes.Count; outcome++)
        {
            if (tally.Outcomes[outcome] is > 0 and var calls)
            {
                _calls.Add(calls, _method, new("rpc.grpc.status", CallOutcomes.NameOf(outcome)));
            }
        }

        _sent.Add(tally.SentBytes, _method);
        _received.Add(tally.ReceivedBytes, _method);
        if (tally.Latency.TotalCount > 0)
        {
            _latencies = [.. Quantiles.Select(q => new Measurement<double>(
                LatencyHistograms.PercentileOf(tally.Latency, q * 100)!.Value / 1e9, _method, new("quantile", q)))];
        }
    }
}
