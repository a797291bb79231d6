namespace Fathom.Transport.Connections.Strands;

/// <summary>Work that runs inside a <see cref="Strand"/>.</summary>
internal interface IStrandWork
{
    /// <summary>Runs inside.</summary>
    void Run();

    /// <summary>Inside: <see cref="Run"/> threw. Ends the connection that the work belongs to. Must not throw.</summary>
    void OnFailed(Exception error);
}
