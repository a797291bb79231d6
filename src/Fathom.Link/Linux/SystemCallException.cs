using System.ComponentModel;
using System.Runtime.InteropServices;

namespace Fathom.Link.Linux;

/// <summary>A system call failed; the message says which, on what, and the kernel's reason.</summary>
internal sealed class SystemCallException(string call, int error)
    : Exception($"{call} failed: {new Win32Exception(error).Message} (errno {error})")
{
    public int Error { get; } = error;

    /// <summary>The result of a call, which sets <c>errno</c> and answers below 0 where it fails.</summary>
    public static int Check(int result, string call) =>
        result >= 0 ? result : throw new SystemCallException(call, Marshal.GetLastPInvokeError());
}
