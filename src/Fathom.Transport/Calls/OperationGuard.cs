namespace Fathom.Transport.Calls;

/// <summary>Allows one operation at a time and throws for a concurrent one. Composed by value into one direction of one call.</summary>
internal struct OperationGuard
{
    private int _entered;

    public readonly bool IsEntered => _entered != 0;

    public void Enter(string operation)
    {
        if (Interlocked.Exchange(ref _entered, 1) != 0)
        {
            throw new InvalidOperationException($"A {operation} of this call is already in progress: await it before the next one.");
        }
    }

    public void Exit() => Volatile.Write(ref _entered, 0);
}
