namespace Fathom.Transport.Connections.Loops;

/// <summary>Is told on the loop's thread that a socket can be read or written without waiting; spurious calls happen and are
/// harmless.</summary>
internal interface ISocketEvents
{
    void OnReady(bool readable, bool writable);
}
