#if !NET8_0_OR_GREATER
namespace System.Runtime.InteropServices;

/// <summary>The signals that the sources of the client name.</summary>
internal enum PosixSignal
{
    /// <summary>Ctrl-C.</summary>
    SIGINT,
}

/// <summary>A signal that was received.</summary>
internal sealed class PosixSignalContext
{
    /// <summary>Whether the process goes on.</summary>
    public bool Cancel { get; set; }
}

/// <summary>As of .NET 6: here for Ctrl-C alone.</summary>
internal static class PosixSignalRegistration
{
    public static object Create(PosixSignal signal, Action<PosixSignalContext> handler)
    {
        ConsoleCancelEventHandler onCancel = (_, e) =>
        {
            var context = new PosixSignalContext();
            handler(context);
            e.Cancel = context.Cancel;
        };
        Console.CancelKeyPress += onCancel;
        return onCancel;
    }
}
#endif
