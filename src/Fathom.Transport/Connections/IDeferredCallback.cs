namespace Fathom.Transport.Connections;

/// <summary>A callback that runs after a connection lock is released.</summary>
internal interface IDeferredCallback
{
    void Invoke();
}
