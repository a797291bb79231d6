using System.Runtime.InteropServices;

namespace Fathom.Bench.Soak;

/// <summary>
/// What C's allocator has handed out in this process, and what of the memory returned to it the allocator keeps: the compiler's, most of
/// all, whose temporary buffers leave gaps in the heap of every thread that compiled something. Only the first can be a leak (mallinfo2(3),
/// glibc 2.33 and later).
/// </summary>
internal static partial class NativeHeap
{
    /// <summary>Bytes in use and bytes kept; null where the C library is another one.</summary>
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
