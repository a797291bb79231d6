using Fathom.Diagnosis.Observations;
using Fathom.Records;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.ThreadPoolStarvation;

/// <summary>
/// <c>thread-pool-starvation</c>: blocked callers hold the client's pool threads, and the continuations that would release them wait for
/// one. Proven by awaiting, by a pool that starts with enough threads, or by a client, or a way to wait, that needs none; visible in the
/// pool, which grew beyond the threads it adds at once, and in work that waited for a thread most of the time.
/// </summary>
public sealed class ThreadPoolStarvationCause() : Cause(Name, provenBy:
    [
        CallQuantities.CallersBlock, CallQuantities.CallForm, ProcessQuantities.PoolMinimum, CallQuantities.ClientStack,
        CallQuantities.CompletesInline,
    ])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "thread-pool-starvation";

    // A pool of two processors adds one or two threads at the start of many programs.
    private const double MinInjected = 3;

    private const string AwaitFix = """
        // await the call: no thread is held while it is under way
        await Parallel.ForAsync(0, calls,
            new ParallelOptions { MaxDegreeOfParallelism = 50 },
            async (i, cancellation) =>
                await client.GetAsync(request, cancellationToken: cancellation));
        """;

    private const string HandlerFix = """
        // await the calls of the handler: no thread is held while they are under way
        app.MapGet("items/{id}", async (int id, Items items) =>
            await items.FindAsync(id));
        """;

    private const string MinimumFix = """
        // stopgap where the callers cannot be made async:
        // at start-up, at least one thread per blocked caller
        ThreadPool.GetMinThreads(out _, out var completionPort);
        ThreadPool.SetMinThreads(workerThreads: 200, completionPort);
        """;

    private const string InliningFix = """
        // stopgap for Grpc.Core where the callers cannot be made async:
        // completions run on its own threads, which must not block
        GrpcEnvironment.SetHandlerInlining(true);
        """;

    private const string ClientFix = """
        // a client whose blocking calls end on a thread of its own, not the pool's
        using var channel = new NativeChannel(new ChannelOptions { Address = address });
        var reply = channel.Unary(method, request);
        """;

    // Share of the time that a work item must have waited for a thread. Measured with 50 callers on 4 processors: 48 to 99 % where the pool
    // was starved, at most 1.1 % (6.5 ms of 692) where callers awaited or the pool had 200 threads, although up to 76 items were queued.
    private const double MinWait = 0.25;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy =>
    [
        ProcessQuantities.Processors, ProcessQuantities.PoolQueue, ProcessQuantities.PoolWait, ProcessQuantities.PoolThreads,
        CallQuantities.Callers, CallQuantities.CallersBlock,
    ];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromWatch =>
    [
        ProcessQuantities.Processors, WatchQuantities.ThreadsInjected, WatchQuantities.StarvedShare, ProcessQuantities.PoolQueue,
        ProcessQuantities.PoolWait,
    ];

    /// <inheritdoc/>
    protected override Screening? ScreenProcess(Evidence seen)
    {
        var (injected, queue) = (seen.Value(WatchQuantities.ThreadsInjected), seen.Value(ProcessQuantities.PoolQueue));
        var wait = FigureText.Duration(seen.Value(ProcessQuantities.PoolWait));
        if (injected < MinInjected || queue <= 0)
        {
            return Screening.RuleOut(
                $"the pool added {FigureText.Whole(injected)} threads because others were blocked, and at most "
                    + $"{FigureText.Whole(queue)} work items waited");
        }

        var blocked = seen.Find(WatchQuantities.BlockedThreads)?.Value ?? 0;
        var place = seen.Find(WatchQuantities.BlockedAt)?.Value;
        return Screening.Suspected(
            seen.Value(WatchQuantities.StarvedShare),
            $"the pool added {FigureText.Whole(injected)} threads because others were blocked, while up to {FigureText.Whole(queue)} "
                + $"work items waited, one of them for at least {wait}"
                + (blocked > 0 ? $"; up to {FigureText.Whole(blocked)} pool threads were blocked at a time" : "")
                + (place is null ? "" : $", most of them in {place}"),
            AwaitFix,
            "a pool with enough threads from the start: DOTNET_ThreadPool_ForceMinWorkerThreads=C8");
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var seen = comparison.Baseline;
        var processors = (int)seen.Value(ProcessQuantities.Processors);
        var wait = seen.Value(ProcessQuantities.PoolWait);
        var (threads, queue) = (seen.Value(ProcessQuantities.PoolThreads), seen.Value(ProcessQuantities.PoolQueue));
        // The pool adds 2p threads at once: callers wait only beyond them.
        if (!seen.Is(CallQuantities.CallersBlock) || queue <= 0 || threads <= 2 * processors
            || (wait < MinWait * comparison.Before && !AddsThreads(seen)))
        {
            return null;
        }

        var times = seen.Get(comparison.Metric).Replicates.ToList();
        var (remedy, fix) = RemedyOf(comparison);
        var whose = comparison.Process is null ? "the client's" : "its";
        var claim = $"Blocking calls starve {whose} thread pool: {FigureText.Duration(comparison.Before)}, and "
            + $"{FigureText.Duration(comparison.After)} with {remedy} and nothing else changed. "
            + $"The pool grew to {FigureText.Whole(threads)} threads on {FigureText.Count(processors, "processor")} while up to "
            + $"{FigureText.Whole(queue)} work items were queued, one of them for {AtLeast(seen)}{FigureText.Duration(wait)}; "
            + $"{times.Count} replicates ranged from {FigureText.Duration(times.Min())} to {FigureText.Duration(times.Max())}.";
        return new Conclusion(claim, fix) { Model = ModelOf(comparison, processors) };
    }

    /// <inheritdoc/>
    public override string? Clears(Comparison comparison) =>
        comparison.Baseline.Find(ProcessQuantities.PoolWait) is { Value: var wait } && wait < MinWait * comparison.Before
        ? $"no work item waited longer than {FigureText.Duration(wait)} for a thread" : null;

    // Of a watched process the wait is known from below alone, from counters: an item that overtakes others hides how long those waited. It
    // shows instead for how long the pool added threads because others were blocked.
    private static bool AddsThreads(Evidence seen) => seen.Find(WatchQuantities.StarvedShare) is { Value: >= MinWait };

    private static string AtLeast(Evidence seen) => seen.Has(WatchQuantities.StarvedShare) ? "at least " : "";

    // Where the counterfactual still blocks, awaiting remains the advice: another client's synchronous stub shows the cause.
    private static (string Remedy, string Fix) RemedyOf(Comparison comparison)
    {
        var change = comparison.Change;
        return change.Of.Contains(CallQuantities.CallersBlock) && !comparison.Counterfactual.Is(CallQuantities.CallersBlock)
                ? ("awaiting the calls", comparison.Process is null ? AwaitFix : HandlerFix)
            : change.Of.Contains(CallQuantities.CallForm)
                ? ("the synchronous stub, which waits on its caller's thread,", AwaitFix)
            : change.Of.Contains(CallQuantities.CompletesInline) ? ("completions on the library's own threads", InliningFix)
            : change.Of.Contains(CallQuantities.ClientStack)
                ? ($"{change.ToWords}, whose blocking calls need no pool thread to end,",
                    change.To == "native" ? ClientFix : AwaitFix)
            : ($"a minimum of {change.ToWords}", MinimumFix);
    }

    // A pool that does not compensate adds threads by another rule, for which there is no formula here; nor is there one for the
    // percentile of a response time, which is that of some of the callers.
    private static ModelCheck? ModelOf(Comparison comparison, int processors)
    {
        var seen = comparison.Baseline;
        if (comparison.Process is not null || seen.Find(ProcessQuantities.PoolCompensates) is { Value: false })
        {
            return null;
        }

        var starved = ThreadInjectionModel.MillisecondsUntilAllRun((int)seen.Value(CallQuantities.Callers), processors);
        return comparison.Predict(ThreadInjectionModel.Formula, starved + comparison.After);
    }
}
