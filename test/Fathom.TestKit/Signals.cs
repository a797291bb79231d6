using System.Runtime.InteropServices;

namespace Fathom.TestKit;

/// <summary>Signals to processes (man 7 signal).</summary>
public static class Signals
{
    /// <summary>Sends a signal by its number.</summary>
    /// <exception cref="InvalidOperationException">It could not be sent.</exception>
    public static void Send(int process, int signal)
    {
        if (kill(process, signal) != 0)
        {
            throw new InvalidOperationException($"kill({process}, {signal}) failed: {Marshal.GetLastPInvokeErrorMessage()}");
        }
    }

    [DllImport("libc", SetLastError = true)]
    private static extern int kill(int pid, int signal);
}
