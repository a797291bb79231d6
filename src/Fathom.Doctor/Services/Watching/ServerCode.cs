namespace Fathom.Doctor.Services.Watching;

/// <summary>What the code of a server did while calls were served, beyond what it did in pauses; each the most first.</summary>
/// <param name="Calls">How many calls were made at once.</param>
/// <param name="Awaited">Asynchronous methods of the application, in shares of the time of a call.</param>
/// <param name="Threads">Methods in which threads were, by how many were on average.</param>
internal sealed record ServerCode(int Calls, IReadOnlyList<CodeShare> Awaited, IReadOnlyList<CodeShare> Threads);

/// <summary>How much of it was in one place.</summary>
/// <param name="Method">The method of the application.</param>
/// <param name="Share">The share, or the number of threads.</param>
/// <param name="Parts">What it called there, in the same unit, the most first.</param>
internal sealed record CodeShare(string Method, double Share, IReadOnlyList<(string Method, double Share)> Parts)
{
    /// <summary>Whether most of the threads ran managed code; others waited, or ran code that is not .NET's.</summary>
    public bool Computes { get; init; }
}
