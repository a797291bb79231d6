using System.Runtime.InteropServices;

namespace Fathom.Bench.Soak;

/// <summary>
/// Bytes that the C allocator has allocated in this process, and freed bytes that it retains, mostly gaps left by temporary buffers of the
/// JIT compiler. Only the first can be a leak (mallinfo2(3), glibc 2.33 and later).
/// </summary>
internal static partial class NativeHeap
{
    /// <summary>Allocated and retained bytes; null with another C library.</summary>
    public static (long Used, long Kept)? Read()
    {
        try
        {
            var info = Information();
            return ((long)(info.InUse + info.Mapped), (long)info.Free);
        }
        catch (Exception e) when (e is EntryPointNotFoundException or DllNotFoundException)
        {
            return null;
        }
    }

    [LibraryImport("libc", EntryPoint = "mallinfo2")]
    private static partial MallocInformation Information();

    [StructLayout(LayoutKind.Sequential)]
    private readonly struct MallocInformation
    {
        public readonly nuint Arena;
        public readonly nuint FreeChunks;
        public readonly nuint FastChunks;
        public readonly nuint MappedChunks;
        public readonly nuint Mapped;
        public readonly nuint Unused;
        public readonly nuint FastBytes;
        public readonly nuint InUse;
        public readonly nuint Free;
        public readonly nuint Releasable;
    }
}
