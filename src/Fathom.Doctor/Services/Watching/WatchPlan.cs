namespace Fathom.Doctor.Services.Watching;

/// <summary>How a server is watched while calls are served.</summary>
/// <param name="Pause">The pause before calls, in which it is watched as well.</param>
/// <param name="Fewest">How often they are made at least.</param>
/// <param name="Length">For how long they are made at least.</param>
internal sealed record WatchPlan(TimeSpan Pause, int Fewest, TimeSpan Length)
{
    private const double LeastPauseMs = 20;
    private const double MostPauseMs = 100;
    private const double MostCalls = 3;

    // 150 looks.
    private const double ServedMs = 750;
    private static readonly TimeSpan WatchedFor = TimeSpan.FromSeconds(1.5);

    /// <summary>That for calls which take so long, ms.</summary>
    public static WatchPlan Of(double callsMs) => new(TimeSpan.FromMilliseconds(Math.Clamp(callsMs, LeastPauseMs, MostPauseMs)),
        (int)Math.Clamp(Math.Ceiling(ServedMs / callsMs), 1, MostCalls), WatchedFor);

    /// <summary>The most time that it takes where calls take so long, ms.</summary>
    public double TakesMs(double callsMs) =>
        Math.Max(Length.TotalMilliseconds, Fewest * (callsMs + Pause.TotalMilliseconds)) + callsMs + Pause.TotalMilliseconds;
}
