namespace Fathom.Transport.Connections.Loops;

/// <summary>Something to be done on the thread of an event loop.</summary>
internal interface ILoopWork
{
    void Run();
}
