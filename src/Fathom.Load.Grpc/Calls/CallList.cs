namespace Fathom.Load.Grpc.Calls;

/// <summary>The calls in flight of a worker in the order in which they started, which is that of their deadlines: all have the same
/// timeout. Adding and removing take constant time.</summary>
internal sealed class CallList
{
    private LoadCall? _last;

    /// <summary>The call that started first; null when there is none.</summary>
    public LoadCall? First { get; private set; }

    public void Add(LoadCall call)
    {
        (call.Previous, call.Next, call.IsListed) = (_last, null, true);
        if (_last is null)
        {
            First = call;
        }
        else
        {
            _last.Next = call;
        }

        _last = call;
    }

    public void Remove(LoadCall call)
    {
        if (!call.IsListed)
        {
            return;
        }

        if (call.Previous is { } previous)
        {
            previous.Next = call.Next;
        }
        else
        {
            First = call.Next;
        }

        if (call.Next is { } next)
        {
            next.Previous = call.Previous;
        }
        else
        {
            _last = call.Previous;
        }

        (call.Previous, call.Next, call.IsListed) = (null, null, false);
    }
}
