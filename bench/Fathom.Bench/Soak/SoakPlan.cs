using Fathom.Statistics;
using Fathom.Wire.Grpc;

namespace Fathom.Bench.Soak;

/// <summary>How a call ends, unless it completes first.</summary>
internal enum SoakEnding
{
    /// <summary>Completes.</summary>
    None = 0,

    /// <summary>The client cancels it.</summary>
    Cancelled,

    /// <summary>Its deadline expires.</summary>
    Expired,

    /// <summary>The client disposes it after the first reply, or before.</summary>
    Abandoned,
}

/// <summary>Kinds of calls.</summary>
internal enum SoakKind
{
    Unary = 0,
    Blocking,
    ClientStream,
    ServerStream,
    Duplex,
}

/// <summary>The plan of one call, drawn from the seed.</summary>
internal sealed record SoakPlan(
    long Call, SoakKind Kind, SoakEnding Ending, int AfterMilliseconds, bool WaitForReady, int Messages, int Filling, int DelayMilliseconds,
    int ReadPauseMilliseconds)
{
    private const int Kinds = 5;

    // Together more than the initial window of a stream, so that the host has to wait for the reader.
    private const int UnreadMessages = 16;
    private const int UnreadBytes = 16_000;

    /// <summary>Whether its time is a measure of latency: nothing but the transport delays it.</summary>
    public bool IsTimed => Kind == SoakKind.Unary && Ending == SoakEnding.None && DelayMilliseconds == 0 && Filling < UnreadBytes;

    public static SoakPlan Draw(long call, SeededRandom random)
    {
        var kind = (SoakKind)random.Next(Kinds);
        var ending = random.Next(10) switch
        {
            0 => SoakEnding.Cancelled,
            1 => SoakEnding.Expired,
            2 when kind is not (SoakKind.Unary or SoakKind.Blocking) => SoakEnding.Abandoned,
            _ => SoakEnding.None,
        };

        // Mostly small, some larger than a frame, few larger than the initial window. Still larger ones would fill the array pool of every
        // thread, and hide a leak in what the pool retains.
        var filling = random.Next(100) switch
        {
            < 80 => random.Next(2_000),
            < 98 => random.Next(20_000),
            _ => random.Next(70_000),
        };
        var messages = kind is SoakKind.Unary or SoakKind.Blocking ? 1 : 1 + random.Next(8);
        var delay = random.Next(4) == 0 ? 1 + random.Next(10) : 0;
        var pause = kind == SoakKind.ServerStream && random.Next(8) == 0 ? 1 + random.Next(20) : 0;
        if (pause > 0)
        {
            (messages, filling) = (UnreadMessages, UnreadBytes);
        }

        return new SoakPlan(call, kind, ending, random.Next(30), random.Next(2) == 0, messages, filling, delay, pause);
    }

    /// <summary>Whether the status is possible; a cut connection permits any failure.</summary>
    public bool MayEndWith(StatusCode status) => status is StatusCode.OK or StatusCode.Unavailable
        || (status == StatusCode.Cancelled && Ending is SoakEnding.Cancelled or SoakEnding.Abandoned)
        || (status == StatusCode.DeadlineExceeded && Ending == SoakEnding.Expired);

    public SoakMessage Request(int index) => new(Call, index, Messages, DelayMilliseconds, Filling);
}
