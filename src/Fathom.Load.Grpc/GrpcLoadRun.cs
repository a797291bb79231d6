using Fathom.Load.Counting;
using Fathom.Load.Grpc.Calls;
using Fathom.Load.Grpc.Requests;
using Fathom.Load.Grpc.Workers;
using Fathom.Load.Plans;
using Fathom.Load.Results;

namespace Fathom.Load.Grpc;

/// <summary>
/// One run of load on a gRPC method: its workers, and what they counted. Call <see cref="ConnectAsync"/>, then <see cref="RunAsync"/>;
/// <see cref="Collect"/> meanwhile, on one thread, for live figures.
/// </summary>
public sealed class GrpcLoadRun
{
    // Every worker is on its loop by then.
    private static readonly TimeSpan ToStart = TimeSpan.FromMilliseconds(20);

    private readonly GrpcLoadTarget _target;
    private readonly TallyExchange _exchange = new(CallOutcomes.Count);
    private readonly FailureSamples _failures = new();
    private readonly List<LoadWorker> _workers = [];
    private readonly TaskCompletionSource<ConnectionFailure?> _connected = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _completed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _toConnect;
    private int _toComplete;
    private long _lost;
    private long _attempts;
    private RequestDataException? _noRequest;

    /// <summary>Prepares a run.</summary>
    /// <param name="target">What to call.</param>
    /// <param name="plan">When, and how often.</param>
    public GrpcLoadRun(GrpcLoadTarget target, LoadPlan plan)
    {
        ArgumentNullException.ThrowIfNull(target);
        ArgumentNullException.ThrowIfNull(plan);
        (_target, Collector) = (target, new TallyCollector(_exchange, CallOutcomes.Count));
        var headers = RequestTemplate.All(target);
        var quotas = Quotas(target, plan);
        var threads = Math.Min(target.Threads, quotas.Count);
        (_toConnect, _toComplete) = (quotas.Count, threads);
        for (var i = 0; i < threads; i++)
        {
            _workers.Add(new LoadWorker(LoadLoops.Rent(), new WorkerSetup
            {
                Target = target,
                Headers = headers,
                Pacer = plan.CreatePacer(i, threads),
                Exchange = _exchange,
                Failures = _failures,
                Connected = OnConnected,
                Completed = OnCompleted,
                NoRequest = OnNoRequest,
            }, [.. quotas.Where((_, connection) => connection % threads == i)]));
        }
    }

    /// <summary>What the workers counted; valid until the next <see cref="Collect"/>.</summary>
    public TallyCollector Collector { get; }

    /// <summary>One explanation per outcome, by its number; null where there is none.</summary>
    public IReadOnlyList<string?> Failures => _failures.Texts;

    /// <summary>Calls that have ended so far, with those of the warm-up. Can be read on any thread.</summary>
    public long CallsEnded => _workers.Sum(w => w.Audit.CallsEnded);

    /// <summary>Calls in flight now. Can be read on any thread.</summary>
    public long CallsInFlight => _workers.Sum(w => (long)w.Audit.CallsInFlight);

    /// <summary>The calls of the warm-up. Valid when the run has ended.</summary>
    public CallTally WarmUp
    {
        get
        {
            var sum = new CallTally(CallOutcomes.Count);
            _workers.ForEach(worker => sum.Add(worker.WarmUp));
            return sum;
        }
    }

    /// <summary>The calls of each method of a mix, in its order; empty for one method. Valid when the run has ended.</summary>
    public IReadOnlyList<MethodTally> Methods => [.. _target.Mix.Select((mixed, method) =>
    {
        var sum = new CallTally(CallOutcomes.Count);
        _workers.ForEach(worker => sum.Add(worker.Methods!.All[method]));
        return new MethodTally(mixed.Path[1..], mixed.Weight, sum);
    })];

    /// <summary>What the generator observed about itself. Valid when the run has ended.</summary>
    public GeneratorFigures Generator => new(
        _workers.Max(w => w.Audit.Ended) / 1e9,
        CountedSeconds,
        [.. _workers.Select(w => w.Audit.Ended == 0 ? 0 : (double)w.Audit.ProcessorNanoseconds / w.Audit.Ended)],
        _workers.Sum(w => w.Audit.Connections),
        Interlocked.Read(ref _lost),
        Interlocked.Read(ref _attempts),
        _workers.Max(w => w.Audit.AwayNanoseconds) / 1e9,
        _workers.Exists(w => w.Audit.Limited));

    /// <summary>Opens the connections that are opened before the run. A run that could not connect is over.</summary>
    /// <returns>Why one could not be opened; null when all are open.</returns>
    public async Task<ConnectionFailure?> ConnectAsync(CancellationToken cancellation)
    {
        if (_target.Channel != ChannelUse.Reused)
        {
            return null;
        }

        Post(worker => worker.Connect());
        ConnectionFailure? failure = null;
        try
        {
            failure = await _connected.Task.WaitAsync(cancellation).ConfigureAwait(false);
        }
        finally
        {
            if (failure is not null || cancellation.IsCancellationRequested)
            {
                Post(worker => worker.Abandon());
            }
        }

        return failure;
    }

    /// <summary>Runs to the end of the plan. When it is cancelled, no further calls start, and those in flight get a second.
    /// <see cref="Collect"/> afterwards.</summary>
    /// <exception cref="RequestDataException">A request message could not be made. The run has ended with it.</exception>
    public async Task RunAsync(CancellationToken cancellation)
    {
        var clock = RunClock.StartingIn(ToStart);
        Post(worker => worker.Begin(clock));
        using var stop = cancellation.Register(() => Post(worker => worker.Stop()));
        await _completed.Task.ConfigureAwait(false);
        if (_noRequest is { } error)
        {
            throw error;
        }
    }

    /// <summary>Adds what workers have handed over.</summary>
    /// <returns>The number of seconds that became complete.</returns>
    public int Collect() => Collector.Collect(_workers.Min(worker => worker.Audit.CompleteBefore));

    // Without a warm-up from the start, also where nothing was due at first.
    private double CountedSeconds => (_workers.Max(w => w.Audit.Ended)
        - (_workers.Exists(w => w.WarmUp.Calls > 0) && _workers.Min(w => w.CountedFrom) is var from and < long.MaxValue ? from : 0)) / 1e9;

    private static List<int> Quotas(GrpcLoadTarget target, LoadPlan plan)
    {
        var connections = target.Channel == ChannelUse.PerCall ? plan.Concurrency ?? target.Connections : target.Connections;
        return plan.Concurrency is { } calls
            ? [.. Enumerable.Range(0, Math.Min(connections, calls)).Select(i => (calls / connections) + (i < calls % connections ? 1 : 0))]
            : [.. Enumerable.Repeat(int.MaxValue, connections)];
    }

    private void Post(Action<LoadWorker> step) => _workers.ForEach(worker => worker.Loop.Post(new LoopAction(() => step(worker))));

    private void OnConnected(ConnectionFailure? failure)
    {
        if (failure is not null)
        {
            Interlocked.Increment(ref (failure.Stage == ConnectionStage.InUse ? ref _lost : ref _attempts));
            _connected.TrySetResult(failure);
        }
        else if (Interlocked.Decrement(ref _toConnect) == 0)
        {
            _connected.TrySetResult(null);
        }
    }

    private void OnNoRequest(RequestDataException error)
    {
        if (Interlocked.CompareExchange(ref _noRequest, error, null) is null)
        {
            Post(worker => worker.Stop());
        }
    }

    private void OnCompleted(LoadWorker worker)
    {
        if (Interlocked.Decrement(ref _toComplete) == 0)
        {
            _completed.TrySetResult();
        }
    }
}
