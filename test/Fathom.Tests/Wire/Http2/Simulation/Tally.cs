namespace Fathom.Tests.Wire.Http2.Simulation;

/// <summary>What may happen in a simulated world and should, somewhere.</summary>
internal enum Happening
{
    Completed,
    ResetByClient,
    ResetByServer,
    RefusedByReset,
    RefusedByGoAway,
    EndedByLoss,
    EndedByAbort,
    StreamWindowExhausted,
    StreamWindowNegative,
    ConnectionWindowExhausted,
    OutputFull,
    FairShare,
    Ping,
    InitialWindowChanged,
    StreamRetargeted,
    ConnectionRetargeted,
    FieldBlockContinued,
    DataPadded,
    TrailersReceived,
    InterimReceived,
    Recycled,
    ReusedDuringItsLastEvent,
    Drained,
}

/// <summary>How often each happened.</summary>
internal sealed class Tally
{
    private readonly long[] _counts = new long[Enum.GetValues<Happening>().Length];

    public long this[Happening happening] => _counts[(int)happening];

    public void Count(Happening happening) => _counts[(int)happening]++;

    public void Add(Tally other)
    {
        for (var i = 0; i < _counts.Length; i++)
        {
            _counts[i] += other._counts[i];
        }
    }

    public override string ToString() => string.Join(
        ", ", Enum.GetValues<Happening>().Select(happening => $"{happening} {this[happening]}"));
}
