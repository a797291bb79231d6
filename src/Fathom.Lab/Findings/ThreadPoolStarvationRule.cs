using System.Globalization;
using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>
/// <c>thread-pool-starvation</c>: blocked callers hold the client's pool threads, while the continuations that would release them
/// wait for one. Proven by awaiting instead of blocking, by a pool that starts with enough threads, or by a client that needs none; seen in
/// the pool itself, which had work queued and grew past what it gives at once.
/// </summary>
/// <param name="blocked">How many callers of the workload block at the same time.</param>
public sealed class ThreadPoolStarvationRule(int blocked) : IFindingRule
{
    private const string AwaitFix = """
        // await the call: no thread is held while it is under way
        await Parallel.ForAsync(0, calls,
            new ParallelOptions { MaxDegreeOfParallelism = 50 },
            async (i, cancellation) =>
                await client.GetAsync(request, cancellationToken: cancellation));
        """;

    private const string MinimumFix = """
        // stopgap where the callers cannot be made async:
        // at start-up, at least one thread per blocked caller
        ThreadPool.GetMinThreads(out _, out var completionPort);
        ThreadPool.SetMinThreads(workerThreads: 200, completionPort);
        """;

    private const string ClientFix = """
        // a client whose blocking calls end on a thread of its own, not the pool's
        using var channel = new NativeChannel(new ChannelOptions { Address = address });
        var reply = channel.Unary(method, request);
        """;

    /// <inheritdoc/>
    public string Id => "thread-pool-starvation";

    /// <inheritdoc/>
    public Finding? Judge(TrialPair pair)
    {
        if (!pair.Difference.Supported
            || !int.TryParse(pair.Baseline.Factors["processors"], NumberStyles.None, CultureInfo.InvariantCulture, out var processors)
            || pair.InBaseline("client_queue_max") is not > 0
            || pair.InBaseline("client_threads_max") is not { } threads
            // The pool gives 2p threads at once: only beyond them does anyone wait.
            || threads <= 2 * processors)
        {
            return null;
        }

        var slow = pair.Baseline.Metrics[pair.Metric.Id];
        var fast = pair.Counterfactual.Metrics[pair.Metric.Id];
        var values = pair.Baseline.Replicates.Select(r => r.Values[pair.Metric.Id]).ToList();
        var (remedy, fix) = pair.Changed.Factor switch
        {
            "call" => ("awaiting the calls", AwaitFix),
            "client" => ($"the {pair.Changed.To} client, whose blocking calls need no pool thread to end,", ClientFix),
            _ => ($"a minimum of {pair.Changed.To} pool threads", MinimumFix),
        };
        var claim = $"Blocking calls starve the client's thread pool: {Say.Duration(slow.Value)}, and {Say.Duration(fast.Value)} with "
            + $"{remedy} and nothing else changed. "
            + $"The pool grew to {Say.Number(threads)} threads on {processors} processors while up to "
            + $"{Say.Number(pair.InBaseline("client_queue_max")!.Value)} work items waited; "
            + $"{values.Count} replicates ranged from {Say.Duration(values.Min())} to {Say.Duration(values.Max())}.";
        return pair.Finding(Id, claim, fix) with
        {
            Model = ModelOf(pair, processors, slow.Value, fast.Value),
        };
    }

    // Without cooperative blocking the pool adds threads by another rule, for which no formula is claimed.
    private ModelCheck? ModelOf(TrialPair pair, int processors, double slow, double fast) =>
        pair.Baseline.Factors.TryGetValue("cooperative_blocking", out var cooperative) && cooperative == "off"
            ? null
            : new ModelCheck(
                BlockedThreadLadder.Formula,
                Math.Round(BlockedThreadLadder.MillisecondsUntilAllRun(blocked, processors) + fast, 1),
                slow,
                pair.Metric.Unit);
}
