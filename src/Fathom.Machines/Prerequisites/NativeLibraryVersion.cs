using System.Runtime.InteropServices;

namespace Fathom.Machines.Prerequisites;

/// <summary>The version that a native library states. The library is unloaded again.</summary>
internal static class NativeLibraryVersion
{
    /// <inheritdoc cref="IMachine.LibraryVersion"/>
    public static string? Of(string name, string function)
    {
        if (!NativeLibrary.TryLoad(name, out var library))
        {
            return null;
        }

        try
        {
            return NativeLibrary.TryGetExport(library, function, out var address)
                ? Marshal.PtrToStringUTF8(Marshal.GetDelegateForFunctionPointer<VersionFunction>(address)()) ?? ""
                : "";
        }
        finally
        {
            NativeLibrary.Free(library);
        }
    }

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    private delegate nint VersionFunction();
}
