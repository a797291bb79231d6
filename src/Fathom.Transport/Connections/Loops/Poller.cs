namespace Fathom.Transport.Connections.Loops;

/// <summary>Waits for sockets. Owned by one event loop. <see cref="Wait"/> and <see cref="Dispatch"/> are called on its thread only; other
/// members are thread-safe.</summary>
internal abstract class Poller : IDisposable
{
    public static Poller Create() => OperatingSystem.IsLinux() ? new EpollPoller() : new SelectPoller();

    public abstract void Add(SocketRegistration registration);

    /// <summary>Changes the watched events; null leaves one unchanged.</summary>
    public abstract void Change(SocketRegistration registration, bool? read, bool? write);

    public abstract void Remove(SocketRegistration registration);

    /// <summary>Waits until a socket is ready, <see cref="Wake"/> is called, or the time has elapsed.</summary>
    /// <param name="milliseconds">Maximum wait; 0 does not wait, -1 has no limit.</param>
    public abstract void Wait(int milliseconds);

    /// <summary>As <see cref="Wait"/>, with a limit finer than milliseconds. Without a call for it in the system, a wait below a
    /// millisecond does not wait: the loop goes round.</summary>
    /// <param name="nanoseconds">Maximum wait; 0 or more.</param>
    public virtual void WaitPrecisely(long nanoseconds) => Wait((int)Math.Min(int.MaxValue, nanoseconds / 1_000_000));

    /// <summary>Notifies the owners of the sockets that the last wait found ready.</summary>
    public abstract void Dispatch();

    /// <summary>Ends the current or the next wait.</summary>
    public abstract void Wake();

    public abstract void Dispose();
}
