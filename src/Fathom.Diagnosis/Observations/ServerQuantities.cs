namespace Fathom.Diagnosis.Observations;

/// <summary>Quantities of the processes that serve a service's calls, read where they run on this machine.</summary>
public static class ServerQuantities
{
    /// <summary>What they did while one call was served, as a clause: what they computed, and whose answer they awaited.</summary>
    public static Quantity<string> WhileOne { get; } = new("server-while-one", "", "what the server's process did while a call was served");

    /// <summary>Whether they computed for most of the time of such a call.</summary>
    public static Quantity<bool> MostlyComputes { get; } =
        new("server-mostly-computes", "", "whether the server's process computed for most of a call");

    /// <summary>What they did while calls at once that wait for each other were served.</summary>
    public static Quantity<string> WhileAtOnce { get; } =
        new("server-while-at-once", "", "what the server's process did while calls at once were served");

    /// <summary>Where their code was while one call was served, of a .NET process: what it awaited, where it computed, and kept
    /// threads.</summary>
    public static Quantity<string> CodeWhileOne { get; } = new("code-while-one", "", "where the server's code was while a call was served");

    /// <summary>The same of calls at once.</summary>
    public static Quantity<string> CodeWhileAtOnce { get; } =
        new("code-while-at-once", "", "where the server's code was while calls at once were served");

    /// <summary>The longest of what a thread of theirs waited for in the kernel meanwhile, as a share: the lock of a file, the disk, a
    /// process that was started, room in a pipe.</summary>
    public static Quantity<double> WaitShare { get; } =
        new("server-wait-share", "", "the share in which the server's process waited for a file, the disk, a process or a pipe");

    /// <summary>Of these, that for room in a pipe.</summary>
    public static Quantity<double> PipeShare { get; } =
        new("server-pipe-share", "", "the share in which the server's process waited for room in a pipe");

    /// <summary>The share of the time of one call in which a thread of theirs, such as an event loop, waited until a timer of its own was
    /// over, and nothing came before.</summary>
    public static Quantity<double> TimerShare { get; } =
        new("server-timer-share", "", "the share of a call in which the server's process waited for a timer of its own");

    /// <summary>How many connections to one place behind them they opened for each call.</summary>
    public static Quantity<double> OpenedForCall { get; } =
        new("server-opened-connections", "", "connections to one place behind it that the server's process opened for each call");

    /// <summary>How many connections were dropped on their network meanwhile, because the queue of a listener was full.</summary>
    public static Quantity<double> DroppedConnections { get; } =
        new("server-dropped-connections", "", "connections dropped on the server's machine while calls were served");

    /// <summary>How many datagrams that came to them were dropped meanwhile, because the receive buffer of a socket was full, mean of
    /// calls.</summary>
    public static Quantity<double> DroppedDatagrams { get; } =
        new("server-dropped-datagrams", "", "datagrams that came to the server's process and were dropped while calls were served");

    /// <summary>Which of several servers behind a proxy computes most of what calls at once do, as a part of it.</summary>
    public static Quantity<string> MostlyAt { get; } =
        new("server-mostly-at", "", "which of several servers behind a proxy computes most");

    /// <summary>What they do many times for one call, as a clause without a subject.</summary>
    public static Quantity<string> OftenForCall { get; } =
        new("server-often", "", "what the server's process does many times for one call");

    /// <summary>Processors on which they compute while no call is made.</summary>
    public static Quantity<double> ComputesIdle { get; } =
        new("server-computes-idle", "", "processors on which the server's process computes while no call is made");

    /// <summary>What they did, of calls at once where that is known, as a sentence without its end.</summary>
    /// <param name="seen">What was observed.</param>
    /// <returns>Null where they were not watched.</returns>
    public static string? Clause(Evidence seen)
    {
        ArgumentNullException.ThrowIfNull(seen);
        return seen.Find(WhileAtOnce) is { Value: var many } ? $"while calls at once are served, the server's process {many}"
            : seen.Find(WhileOne) is { Value: var one } ? $"while a call is served, the server's process {one}" : null;
    }
}
