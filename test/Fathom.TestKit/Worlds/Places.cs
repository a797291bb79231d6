namespace Fathom.TestKit.Worlds;

/// <summary>Places that calls take, first come, first served: a lock, a gate, a pool of connections, the streams of a
/// connection.</summary>
/// <param name="count">How many there are.</param>
public sealed class Places(int count)
{
    private readonly Queue<Action> _waiting = new();
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

        _waiting.Enqueue(resume);
        return false;
    };

    /// <summary>Gives a place to the next that waits.</summary>
    public void Release()
    {
        if (_waiting.TryDequeue(out var next))
        {
            next();
        }
        else
        {
            _free++;
        }
    }
}
