namespace Fathom.Transport.Connections.Loops;

/// <summary>Work for an event loop.</summary>
internal interface ILoopWork
{
    void Run();
}
