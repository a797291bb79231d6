using System.Diagnostics;

namespace Fathom.Bench.Soak;

/// <summary>Memory and handles of this process after a garbage collection. The bytes of the array pool are a separate figure.</summary>
internal static class SoakMemory
{
    public static Dictionary<string, double> Read()
    {
        // Twice, with finalizers in between: objects they release are collected the second time.
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true);
        GC.WaitForPendingFinalizers();
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);
        var pooled = ArrayPoolContents.Bytes();
        using var process = Process.GetCurrentProcess();
        var values = new Dictionary<string, double>
        {
            ["managed_bytes"] = GC.GetTotalMemory(forceFullCollection: false) - pooled,
            ["pooled_bytes"] = pooled,
            ["committed_bytes"] = GC.GetGCMemoryInfo(GCKind.Any).TotalCommittedBytes,
            ["resident_bytes"] = process.WorkingSet64,
            ["handles"] = process.HandleCount,
            ["threads"] = process.Threads.Count,
        };
        if (NativeHeap.Read() is var (used, kept))
        {
            values["native_bytes"] = used;
            values["native_kept_bytes"] = kept;
        }

        return values;
    }
}
