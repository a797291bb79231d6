using System.Collections.Concurrent;

namespace Fathom.Transport.Codecs;

/// <summary>Native contexts for one kind of work, each used by one message at a time. A codec owns one for its lifetime, which is the
/// process's.</summary>
internal sealed class ContextPool(Func<nint> create, Action<nint> free)
{
    // A context of zstd's high levels is tens of megabytes: more than one per processor is never in use for long.
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
