namespace Fathom.Diagnosis.Observations;

/// <summary>Quantities of calls of which some take longer than others, although calls at once do not wait for each other.</summary>
public static class UnevenQuantities
{
    /// <summary>Calls over a few seconds that took much longer than half of them; not set where there are few or none.</summary>
    public static Quantity<double> Calls { get; } = new("uneven-calls", "count", "calls that took long");

    /// <summary>Of how many calls.</summary>
    public static Quantity<double> Of { get; } = new("uneven-of", "count", "calls over a few seconds");

    /// <summary>How many of these were in flight.</summary>
    public static Quantity<double> AtOnce { get; } = new("uneven-at-once", "count", "how many of these were in flight");

    /// <summary>How long they took, median, ms.</summary>
    public static Quantity<double> Time { get; } = new("uneven-time", "ms", "how long those took that took long");

    /// <summary>The part of the time of all calls that they took longer, 0 to 1.</summary>
    public static Quantity<double> Share { get; } = new("uneven-share", "", "part of the calls' time that those took longer");

    /// <summary>Whether calls in flight take long together; not set where that was not told apart.</summary>
    public static Quantity<bool> TakeLongTogether { get; } = new("long-together", "", "calls in flight take long together");

    /// <summary>Whether calls to a method that does not exist take long now and then, too.</summary>
    public static Quantity<bool> AreOfAll { get; } = new("uneven-of-all", "", "no-op calls take long now and then, too");

    /// <summary>The pause after which a call takes long; not set where it does not.</summary>
    public static Quantity<double> IdleTime { get; } = new("method-idle-time", "ms", "pause without calls of the method");

    /// <summary>A call after that pause, median, ms.</summary>
    public static Quantity<double> AfterIdleTime { get; } = new("after-idle-time", "ms", "time of a call after that pause");

    /// <summary>The call right after that one, median, ms.</summary>
    public static Quantity<double> NextCallTime { get; } = new("next-call-time", "ms", "time of the call after that one");

    /// <summary>The pause after which calls go that waited before; not set where none wait in a long row.</summary>
    public static Quantity<double> RestTime { get; } = new("rest-time", "ms", "pause before a row of calls");

    /// <summary>Calls of a row after that pause that end before others wait.</summary>
    public static Quantity<double> StoredCalls { get; } = new("stored-calls", "count", "calls in a row before others wait");

    /// <summary>Calls a second from then on.</summary>
    public static Quantity<double> UsedUpRate { get; } = new("used-up-rate", "calls/s", "calls a second from then on");

    /// <summary>A call from then on, median, ms.</summary>
    public static Quantity<double> UsedUpTime { get; } = new("used-up-time", "ms", "time of a call from then on");

    /// <summary>A no-op call from then on, median, ms.</summary>
    public static Quantity<double> UsedUpNoOpTime { get; } = new("used-up-no-op-time", "ms", "time of a no-op call from then on");
}
