using System.Collections.Concurrent;

namespace Fathom.Transport.Codecs;

/// <summary>A pool of native contexts, each used by one message at a time. Owned by a codec for the lifetime of the process.</summary>
internal sealed class ContextPool(Func<nint> create, Action<nint> free)
{
    // A zstd context of a high level takes tens of megabytes, and no more than one per processor is in use for long.
    private static readonly int MaxIdle = Environment.ProcessorCount;
    private readonly ConcurrentBag<nint> _idle = [];

    public nint Rent() => _idle.TryTake(out var context) ? context : create();

    public void Return(nint context)
    {
        if (_idle.Count < MaxIdle)
        {
            _idle.Add(context);
        }
        else
        {
            free(context);
        }
    }
}
