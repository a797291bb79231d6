namespace Fathom.Diagnosis.Observations;

/// <summary>Quantities of the processes that serve a service's calls, read where they run on this machine.</summary>
public static class ServerQuantities
{
    /// <summary>What they did while one call was served, as a clause: what they computed, and whose answer they awaited.</summary>
    public static Quantity<string> WhileOne { get; } = new("server-while-one", "", "what the server's process did while a call was served");

    /// <summary>The same of calls at once that wait for each other.</summary>
    public static Quantity<string> WhileAtOnce { get; } =
        new("server-while-at-once", "", "what the server's process did while calls at once were served");
}
