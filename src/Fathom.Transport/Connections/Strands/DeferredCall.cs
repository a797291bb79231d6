namespace Fathom.Transport.Connections.Strands;

/// <summary>A callback for what happens once to a connection; what happens to each call implements <see cref="IDeferredCallback"/> itself,
/// and allocates nothing.</summary>
internal sealed class DeferredCall(Action call) : IDeferredCallback
{
    public void Invoke() => call();
}
