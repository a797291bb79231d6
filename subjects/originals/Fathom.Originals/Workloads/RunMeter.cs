using Fathom.Originals.Calls;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;
using Fathom.Subjects.Measuring;

namespace Fathom.Originals.Workloads;

/// <summary>Measures the calls of one run, from its creation to <see cref="End"/>. The workload owns it.</summary>
internal sealed class RunMeter : IDisposable
{
    private readonly ProcessMeter _process = new();
    private readonly IConnectionCount? _connections;
    private readonly ThreadPoolSampler _sampler;
    private readonly long _began;

    public RunMeter(IOriginalClient client)
    {
        _connections = client.CountConnections();
        _sampler = ThreadPoolSampler.Start();
        _process.Begin();
        _began = TimeProvider.System.GetTimestamp();
    }

    /// <summary>Receives the calls.</summary>
    public CallLog Log { get; } = CallLoops.NewLog();

    /// <summary>The figures of the run.</summary>
    /// <param name="calls">Calls made.</param>
    /// <param name="further">Values beyond those that every run has.</param>
    public ProcessFigures End(int calls, IReadOnlyDictionary<string, double> further)
    {
        var wall = TimeProvider.System.GetElapsedTime(_began);
        var values = _process.End();
        _sampler.Stop();
        foreach (var (name, value) in further)
        {
            values[name] = value;
        }

        values[ReportedValues.WallTime] = wall.TotalMilliseconds;
        values[ReportedValues.Calls] = calls;
        values[ReportedValues.MaxThreads] = _sampler.MaxThreads;
        values[ReportedValues.MaxQueue] = _sampler.MaxQueue;
        values[ReportedValues.MaxQueueWait] = _sampler.MaxQueueWait;
        values[ReportedValues.Processors] = Environment.ProcessorCount;
        if (_connections is not null)
        {
            values[ReportedValues.Connections] = _connections.Opened;
        }

        return new ProcessFigures { Values = values, Errors = Log.Errors, Latency = Log.Latency, Series = _sampler.Series };
    }

    public void Dispose()
    {
        _sampler.Dispose();
        _connections?.Dispose();
    }
}
