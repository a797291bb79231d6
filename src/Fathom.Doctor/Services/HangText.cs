using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Outside.Hangs;
using Fathom.Records.Words;

namespace Fathom.Doctor.Services;

/// <summary>The sentences of a call that does not end.</summary>
internal static class HangText
{
    /// <summary>What was found where no cause that can be proven is suspected, and what to do: a clause after "the server".</summary>
    public static string Why(UnansweredException hung, Evidence seen) => hung.Message + (
        seen.Find(HangQuantities.PingTime) is { Value: var ping }
            ? $". PING on its connection was answered in {FigureText.Duration(ping)}, so that the method itself does not answer: on the "
                + "server, 'fathom doctor --pid PID' shows where its threads wait"
            : $". {(hung.IsUnreached ? "" : "PING on its connection was not answered, and ")}over a new connection the same "
                + (seen.Is(HangQuantities.FreshEnds)
                    ? $"ended in {FigureText.Duration(seen.Value(HangQuantities.FreshTime))}: something on the way forgot the connection"
                    : "did not end either: the server has stopped, or the way to it is cut"));

    /// <summary>What stands where the parts of a call's time stand otherwise.</summary>
    public static IReadOnlyList<string> Time(Evidence seen) =>
    [
        $"A {(seen.Is(HangQuantities.InHandshake) ? "TLS handshake" : "call")} did not end, and was given up after "
            + $"{FigureText.Duration(seen.Value(HangQuantities.WaitedFor))}.",
        .. seen.Is(HangQuantities.InHandshake) ? [] : (string[])[Ping(seen)],
    ];

    private static string Ping(Evidence seen) => seen.Find(HangQuantities.PingTime) is { Value: var ping }
        ? $"PING behind it on the same connection was answered in {FigureText.Duration(ping)}."
        : "PING behind it on the same connection was not answered.";
}
