namespace Fathom.Transport.Connections.Loops;

/// <summary>Waits for sockets. Owned by one event loop, whose thread alone calls <see cref="Wait"/> and <see cref="Dispatch"/>; the rest is
/// for any thread.</summary>
internal abstract class Poller : IDisposable
{
    public static Poller Create() => OperatingSystem.IsLinux() ? new EpollPoller() : new SelectPoller();

    public abstract void Add(SocketRegistration registration);

    /// <summary>Changes what is watched; null leaves it.</summary>
    public abstract void Change(SocketRegistration registration, bool? read, bool? write);

    public abstract void Remove(SocketRegistration registration);

    /// <summary>Waits until a socket is ready, <see cref="Wake"/> is called, or the time is over.</summary>
    /// <param name="milliseconds">How long; 0 looks only, -1 has no end.</param>
    public abstract void Wait(int milliseconds);

    /// <summary>Tells those whose sockets the last wait found ready.</summary>
    public abstract void Dispatch();

    /// <summary>Ends a wait, now or the next.</summary>
    public abstract void Wake();

    public abstract void Dispose();
}
