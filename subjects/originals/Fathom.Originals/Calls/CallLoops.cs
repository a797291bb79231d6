using Fathom.Originals.Workloads;
using Fathom.Subjects.Measuring;
using Grpc.Core;

namespace Fathom.Originals.Calls;

/// <summary>Makes the calls of a workload: one after another, or by concurrent callers.</summary>
internal static class CallLoops
{
    /// <summary>Makes calls. A failed call, such as one on a connection that was reset, is counted and does not end the others.</summary>
    /// <param name="channels">Makes one call.</param>
    /// <param name="spec">The form of the calls.</param>
    /// <param name="calls">Calls in all.</param>
    /// <param name="callers">Concurrent calls; 1 is one after another.</param>
    /// <param name="log">Receives durations and failures.</param>
    public static async Task RunAsync(EchoChannels channels, OriginalSpec spec, int calls, int callers, CallLog log)
    {
        if (spec.Call == CallForm.Async)
        {
            var left = calls;
            await (callers == 1 ? LoopAsync() : Task.WhenAll(Enumerable.Range(0, callers).Select(_ => Task.Run(LoopAsync))));

            async Task LoopAsync()
            {
                while (Interlocked.Decrement(ref left) >= 0)
                {
                    await log.TimeAsync(channels.CallAsync);
                }
            }
        }
        else if (callers == 1)
        {
            for (var i = 0; i < calls; i++)
            {
                log.Time(channels.Call);
            }
        }
        else
        {
            // The published form.
            Parallel.For(0, calls, new ParallelOptions { MaxDegreeOfParallelism = callers }, _ => log.Time(channels.Call));
        }
    }

    /// <summary>An empty log of calls of the original libraries.</summary>
    public static CallLog NewLog() => new(e => (e as RpcException)?.StatusCode.ToString());
}
