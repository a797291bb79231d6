namespace Fathom.TestKit.Worlds;

/// <summary>Places that calls take: a lock, a gate, a pool of connections, the streams of a connection.</summary>
/// <param name="count">How many there are.</param>
/// <param name="lastFirst">Whether who came last is served first, and not who came first.</param>
public sealed class Places(int count, bool lastFirst = false)
{
    private readonly LinkedList<Action> _waiting = new();
    private int _free = count;

    /// <summary>How many wait.</summary>
    public int Waiting => _waiting.Count;

    /// <summary>Takes a place if one is free.</summary>
    public bool TryTake()
    {
        if (_free == 0)
        {
            return false;
        }

        _free--;
        return true;
    }

    /// <summary>A wait for a place, which is held until <see cref="Release"/>.</summary>
    public Wait Acquire() => resume =>
    {
        if (TryTake())
        {
            return true;
        }

        _waiting.AddLast(resume);
        return false;
    };

    /// <summary>Gives a place to the next that waits.</summary>
    public void Release()
    {
        if ((lastFirst ? _waiting.Last : _waiting.First) is { } next)
        {
            _waiting.Remove(next);
            next.Value();
        }
        else
        {
            _free++;
        }
    }
}
