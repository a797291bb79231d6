using System.Text.Json.Serialization.Metadata;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;
using Fathom.Subjects.Download;
using Fathom.Subjects.Measuring;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.Subjects.Client;

/// <summary>
/// Downloads a payload again and again over one channel. The warm-up opens it and the run continues with it: connecting and the growth of
/// windows are other causes.
/// </summary>
internal sealed class DownloadWorkload(DownloadSpec spec) : IWorkload<DownloadWorkload, DownloadSpec>
{
    private Channel? _channel;

    public static string Name => "download";

    public static string Text => "Downloads of one payload, one after another over one channel.";

    public static JsonTypeInfo<DownloadSpec> SpecType => SpecContext.Default.DownloadSpec;

    public static DownloadWorkload Create(DownloadSpec spec) => new(spec);

    public async Task WarmUpAsync()
    {
        _channel = Open();
        await DownloadAsync(spec.WarmUpCalls, new CallLog(FailedCalls.StatusOf), []);
    }

    public async Task<ProcessFigures> RunAsync()
    {
        var channel = _channel ?? throw new FormatException("a download needs 'warm' before 'run'");
        var log = new CallLog(FailedCalls.StatusOf);
        var meter = new ProcessMeter();
        var before = channel.Wire;
        meter.Begin();
        var began = TimeProvider.System.GetTimestamp();
        List<double> times = [];
        await DownloadAsync(spec.Calls, log, times);
        var wall = TimeProvider.System.GetElapsedTime(began);
        var values = meter.End();
        WireFigures.Add(values, channel.Wire - before);

        Spread.Add(values, times);
        values[ReportedValues.WallTime] = wall.TotalMilliseconds;
        values[ReportedValues.Calls] = spec.Calls;
        values[ReportedValues.Connections] = channel.ConnectionsOpened;
        return new ProcessFigures { Values = values, Errors = log.Errors, Latency = log.Latency };
    }

    public ValueTask ReleaseAsync()
    {
        _channel?.Dispose();
        return ValueTask.CompletedTask;
    }

    private Channel Open()
    {
        var options = new ChannelOptions
        {
            Address = spec.Target,
            Tls = spec.Certificate is { } certificate ? ChannelTls.TrustPem(certificate) : null,
        };
        return spec.Client switch
        {
            "httpclient" => new HttpClientChannel(options),
            "native" => new NativeChannel(options),
            var other => throw new FormatException($"client '{other}' cannot download; accepted: httpclient, native"),
        };
    }

    private async Task DownloadAsync(int calls, CallLog log, List<double> times)
    {
        var options = new CallOptions
        {
            Headers = new DownloadOptions(spec.Payload, spec.Shape, DownloadOptions.CompressionOf(spec.Codec, spec.Level, spec.Policy))
                .ToMetadata(),
        };
        for (var i = 0; i < calls; i++)
        {
            var began = TimeProvider.System.GetTimestamp();
            await log.TimeAsync(async () =>
            {
                await foreach (var candidate in _channel!.ServerStreamingAsync(DownloadMethods.DownloadAllCv, new Empty(), options))
                {
                    // Read and discarded: the cost of using the records is not measured.
                }
            });
            times.Add(TimeProvider.System.GetElapsedTime(began).TotalMilliseconds);
        }
    }
}

/// <summary>Specification of <see cref="DownloadWorkload"/>.</summary>
internal sealed record DownloadSpec : TargetSpec
{
    /// <summary>Name of the payload.</summary>
    public required string Payload { get; init; }

    /// <summary><c>one</c> message, or a <c>stream</c> of records.</summary>
    public required string Shape { get; init; }

    /// <summary>A codec, or <c>none</c>.</summary>
    public required string Codec { get; init; }

    /// <summary><c>default</c>, <c>best</c>, or one of the codec's numbers.</summary>
    public required string Level { get; init; }

    /// <summary><c>always</c> or <c>where-it-pays</c>.</summary>
    public required string Policy { get; init; }

    /// <summary>Downloads that are measured.</summary>
    public required int Calls { get; init; }

    /// <summary>Downloads of the warm-up, over the same channel: compiled code, grown windows.</summary>
    public required int WarmUpCalls { get; init; }
}
