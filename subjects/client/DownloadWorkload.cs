using Fathom.Subjects.Download;
using Fathom.Subjects.Protocol;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.Subjects.Client;

/// <summary>
/// Downloads a payload again and again over one channel, which warming up opens and the run goes on with: connecting and the growth of
/// windows are other causes. Owned by the process.
/// </summary>
internal sealed class DownloadWorkload : IDisposable
{
    private Channel? _channel;

    /// <summary>Makes the downloads that are not counted.</summary>
    public async Task WarmUpAsync(DownloadSpec spec)
    {
        _channel = ClientChannel.Open(spec);
        await DownloadAsync(spec, spec.WarmUpCalls, new CallLog(), []);
    }

    public async Task<SubjectFigures> RunAsync(DownloadSpec spec)
    {
        var channel = _channel ?? throw new InvalidOperationException("A download is to be warmed up before it is run.");
        var log = new CallLog();
        var meter = new ProcessMeter();
        var before = channel.Wire;
        meter.Begin();
        var began = TimeProvider.System.GetTimestamp();
        List<double> times = [];
        await DownloadAsync(spec, spec.Calls, log, times);
        var wall = TimeProvider.System.GetElapsedTime(began);
        var values = meter.End();
        WireFigures.Add(values, channel.Wire - before);

        Spread.Add(values, times);
        values["wall_ms"] = wall.TotalMilliseconds;
        values["calls"] = spec.Calls;
        values["connections"] = channel.ConnectionsOpened;
        return new SubjectFigures { Values = values, Errors = log.Errors, Latency = log.Latency };
    }

    public void Dispose() => _channel?.Dispose();

    private async Task DownloadAsync(DownloadSpec spec, int calls, CallLog log, List<double> times)
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
                    // Read and thrown away: what a client does with its candidates is not asked.
                }
            });
            times.Add(TimeProvider.System.GetElapsedTime(began).TotalMilliseconds);
        }
    }
}
