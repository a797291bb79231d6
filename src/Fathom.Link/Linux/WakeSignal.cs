namespace Fathom.Link.Linux;

/// <summary>Wakes a thread that waits in <c>ppoll</c> (eventfd(2)).</summary>
internal sealed class WakeSignal : IDisposable
{
    public int Descriptor { get; } = SystemCallException.Check(Libc.EventDescriptor(0, Libc.CloseOnExec | Libc.NonBlocking), "eventfd");

    public void Set()
    {
        Span<byte> one = [1, 0, 0, 0, 0, 0, 0, 0];
        SystemCallException.Check((int)Libc.Write(Descriptor, ref one[0], one.Length), "write(eventfd)");
    }

    public void Dispose() => SystemCallException.Check(Libc.Close(Descriptor), "close(eventfd)");
}
