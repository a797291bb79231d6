namespace Fathom.Transport.Calls;

/// <summary>Lets one operation in at a time and reports a second one instead of mixing their bytes. Owned by one direction of one
/// call.</summary>
internal struct OperationGuard
{
    private int _entered;

    public readonly bool IsEntered => _entered != 0;

    public void Enter(string operation)
    {
        if (Interlocked.Exchange(ref _entered, 1) != 0)
        {
            throw new InvalidOperationException($"A {operation} of this call is under way: await it before the next one.");
        }
    }

    public void Exit() => Volatile.Write(ref _entered, 0);
}
