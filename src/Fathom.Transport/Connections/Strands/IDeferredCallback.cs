namespace Fathom.Transport.Connections.Strands;

/// <summary>A callback that runs with nothing held, after a <see cref="Strand"/> was left.</summary>
internal interface IDeferredCallback
{
    void Invoke();
}
