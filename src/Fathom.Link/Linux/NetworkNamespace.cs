using System.Collections.Concurrent;
using System.Net.Sockets;
using System.Runtime.ExceptionServices;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Link.Linux;

/// <summary>
/// A network namespace with a thread in it. Sockets, TUN devices and files of /proc/sys/net that the thread opens belong to the namespace
/// and may be used from any thread. The namespace exists as long as this object, or as a process or socket in it.
/// </summary>
internal sealed class NetworkNamespace : IDisposable
{
    private readonly BlockingCollection<Action> _work = [];

    // A thread begins in the namespace of the one that starts it. The runtime's for sockets starts with the first of them, and starts
    // threads of the pool after a pause in which all have ended: these would connect from an end in place of from outside.
    static NetworkNamespace() => new Socket(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp).Dispose();

    private readonly Thread _thread;

    /// <summary>Creates a namespace. The process needs CAP_SYS_ADMIN in its user namespace.</summary>
    /// <exception cref="SystemCallException">The kernel refuses.</exception>
    public NetworkNamespace(string name)
    {
        _thread = new Thread(() =>
        {
            foreach (var action in _work.GetConsumingEnumerable())
            {
                action();
            }
        })
        { IsBackground = true, Name = $"fathom-{name}" };
        _thread.Start();
        try
        {
            Handle = Run(() =>
            {
                SystemCallException.Check(SystemCalls.Unshare(SystemCalls.NewNetworkNamespace), "unshare(CLONE_NEWNET)");
                return File.OpenHandle("/proc/thread-self/ns/net");
            });
        }
        catch
        {
            Stop();
            throw;
        }
    }

    /// <summary>An open descriptor of the namespace. Other processes enter it through <c>/proc/PID/fd/N</c>.</summary>
    public SafeFileHandle Handle { get; }

    /// <summary>Runs <paramref name="function"/> in the namespace and waits for its result.</summary>
    public T Run<T>(Func<T> function)
    {
        using var done = new ManualResetEventSlim();
        T result = default!;
        ExceptionDispatchInfo? fault = null;
        _work.Add(() =>
        {
            try
            {
                result = function();
            }
            catch (Exception e)
            {
                fault = ExceptionDispatchInfo.Capture(e);
            }
            finally
            {
                done.Set();
            }
        });
        done.Wait();
        fault?.Throw();
        return result;
    }

    /// <summary>Runs <paramref name="action"/> in the namespace and waits for it.</summary>
    public void Run(Action action) => Run(() =>
    {
        action();
        return 0;
    });

    public void Dispose()
    {
        Stop();
        Handle.Dispose();
    }

    private void Stop()
    {
        _work.CompleteAdding();
        _thread.Join();
        _work.Dispose();
    }
}
