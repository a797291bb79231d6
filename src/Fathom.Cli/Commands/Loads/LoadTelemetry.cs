using System.Diagnostics;
using System.Diagnostics.Metrics;
using Fathom.Load.Counting;
using Fathom.Load.Grpc.Calls;
using HdrHistogram;
using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace Fathom.Cli.Commands.Loads;

/// <summary>OpenTelemetry metrics of a run by OTLP, where <c>OTEL_EXPORTER_OTLP_ENDPOINT</c> is set, with the names of the stable semantic
/// conventions for RPC (1.45). They are fed once a second from the counts, so that a call costs nothing more. OpenTelemetry's other
/// variables hold, too.</summary>
internal sealed class LoadTelemetry : IDisposable
{
    private const string MeterName = "Fathom.Load";
    private const string Endpoint = "OTEL_EXPORTER_OTLP_ENDPOINT";

    private readonly Meter _meter = new(MeterName);
    private readonly MeterProvider _provider;
    private readonly Counter<long> _calls;
    private readonly Counter<long> _sent;
    private readonly Counter<long> _received;
    private readonly Histogram<double> _duration;
    private readonly TagList _tags;

    private LoadTelemetry(LoadSpec spec)
    {
        _tags = RpcTags.Of(spec);
        _calls = _meter.CreateCounter<long>("fathom.load.calls", "{call}", "Calls that ended, by status.");
        _sent = _meter.CreateCounter<long>("fathom.load.sent", "By", "Bytes of request messages.");
        _received = _meter.CreateCounter<long>("fathom.load.received", "By", "Bytes of response messages.");
        _duration = _meter.CreateHistogram("rpc.client.call.duration", "s", "Duration of calls, from their intended start.", null,
            new InstrumentAdvice<double> { HistogramBucketBoundaries = RpcTags.Bounds });
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
            var telemetry = new LoadTelemetry(spec);
            collector.SecondCompleted += (_, tally) => telemetry.Count(tally);
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

    private void Count(CallTally tally)
    {
        var seen = Enumerable.Range(0, CallOutcomes.Count).Where(o => tally.Outcomes[o] > 0).ToList();
        foreach (var outcome in seen)
        {
            _calls.Add(tally.Outcomes[outcome], RpcTags.With(_tags, RpcTags.Status, CallOutcomes.NameOf(outcome)));
        }

        _sent.Add(tally.SentBytes, _tags);
        _received.Add(tally.ReceivedBytes, _tags);
        // Latencies have calls that ran into their deadline, too, which took longest; durations of failed calls have those again.
        Record(tally.Latency, tally.Succeeded, tally.Outcomes[0] == tally.Succeeded
            ? RpcTags.With(_tags, RpcTags.Status, CallOutcomes.NameOf(0)) : _tags);
        var failed = seen.Where(o => o != 0).Select(CallOutcomes.NameOf).ToList();
        Record(tally.FailureLatency, tally.Failed, failed is [var only] && tally.Outcomes[0] == tally.Succeeded
            ? RpcTags.With(RpcTags.With(_tags, RpcTags.Status, only), RpcTags.Error, only)
            // A second of several statuses: its durations are not known by status. "_OTHER" is what the conventions have for that.
            : RpcTags.With(_tags, RpcTags.Error, "_OTHER"));
    }

    private void Record(HistogramBase durations, long most, in TagList tags)
    {
        foreach (var (upTo, count) in LatencyHistograms.BucketsOf(durations))
        {
            for (var i = 0L; i < count && most > 0; i++, most--)
            {
                _duration.Record(upTo / 1e9, tags);
            }
        }
    }
}
