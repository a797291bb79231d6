namespace Fathom.Transport.Connections;

/// <summary>Someone to be told, once the gate is left, of what was done inside it.</summary>
internal interface IDeferredCallback
{
    void Invoke();
}
