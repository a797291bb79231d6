namespace Fathom.Link.Relay;

/// <summary>Counts carried connections, from any thread.</summary>
internal sealed class CarryCounters
{
    private long _carried;
    private long _failures;

    public long Carried => Volatile.Read(ref _carried);

    public long Failures => Volatile.Read(ref _failures);

    public string? LastFailure { get; private set; }

    public void Carry() => Interlocked.Increment(ref _carried);

    public void Fail(string reason)
    {
        LastFailure = reason;
        Interlocked.Increment(ref _failures);
    }
}
