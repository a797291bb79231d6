namespace Fathom.Load.Schedules;

/// <summary>When the calls of one slot of an open loop start, whatever the server does. Owned by one worker; not thread-safe.</summary>
public interface IArrivalSchedule
{
    /// <summary>Takes the next arrival.</summary>
    /// <param name="nanoseconds">Its time since the start of the run; never earlier than that of the arrival before.</param>
    /// <returns>False when the schedule has ended.</returns>
    bool TryNext(out long nanoseconds);
}
