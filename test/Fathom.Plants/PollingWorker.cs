using System.Collections.Concurrent;

namespace Fathom.Plants;

/// <summary>Does its jobs in a loop that sleeps in between, as many queues over a table do: a job waits for the next look.</summary>
internal sealed class PollingWorker
{
    private static readonly TimeSpan Period = TimeSpan.FromMilliseconds(40);

    private readonly ConcurrentQueue<TaskCompletionSource> _jobs = new();

    public PollingWorker() => _ = Task.Run(LookAsync);

    public Task DoAsync()
    {
        var job = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _jobs.Enqueue(job);
        return job.Task;
    }

    private async Task LookAsync()
    {
        while (true)
        {
            await Task.Delay(Period);
            while (_jobs.TryDequeue(out var job))
            {
                job.SetResult();
            }
        }
    }
}
