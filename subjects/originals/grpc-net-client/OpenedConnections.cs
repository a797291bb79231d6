using System.Diagnostics.Metrics;
using Fathom.Originals.Calls;

namespace Fathom.Subjects.GrpcNetClient;

/// <summary>
/// Counts connections by the metrics of System.Net.Http: those that are open and those that were closed. Both are recorded where a
/// connection begins, ends or changes between idle and active; none is of a single request, so that counting changes no measurement.
/// </summary>
internal sealed class OpenedConnections : IConnectionCount
{
    private readonly MeterListener _listener = new();
    private long _open;
    private long _closed;

    private OpenedConnections()
    {
        _listener.InstrumentPublished = static (instrument, listener) =>
        {
            if (instrument is { Meter.Name: "System.Net.Http", Name: "http.client.open_connections" or "http.client.connection.duration" })
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _listener.SetMeasurementEventCallback<long>((_, change, _, _) => Interlocked.Add(ref _open, change));
        _listener.SetMeasurementEventCallback<double>((_, _, _, _) => Interlocked.Increment(ref _closed));
    }

    public long Opened => Interlocked.Read(ref _open) + Interlocked.Read(ref _closed);

    public static OpenedConnections Start()
    {
        var count = new OpenedConnections();
        count._listener.Start();
        return count;
    }

    public void Dispose() => _listener.Dispose();
}
