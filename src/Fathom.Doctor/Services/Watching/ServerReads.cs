using Fathom.Machines.Kernel;

namespace Fathom.Doctor.Services.Watching;

/// <summary>What a process read by read(2) and its like, from files, pipes and sockets, as the kernel counts it (proc_pid_io(5)). It does
/// not count recv(2), by which .NET and most others read sockets.</summary>
/// <param name="DiskBytes">Bytes that came from disk for it.</param>
/// <param name="Count">How often it read.</param>
/// <param name="Bytes">Bytes that it got.</param>
internal readonly record struct ServerReads(double DiskBytes, double Count, double Bytes)
{
    /// <summary>Those of a process; null where its file is not to be read.</summary>
    public static ServerReads? Of(int process)
    {
        var file = ProcFiles.Read($"/proc/{process}/io");
        return Value("read_bytes") is { } disk && Value("syscr") is { } count && Value("rchar") is { } bytes
            ? new(disk, count, bytes) : null;

        double? Value(string key) => ProcFiles.Number(ProcFiles.Value(file, key));
    }

    /// <summary>The sum of two.</summary>
    public static ServerReads operator +(ServerReads a, ServerReads b) =>
        new(a.DiskBytes + b.DiskBytes, a.Count + b.Count, a.Bytes + b.Bytes);

    /// <summary>What was read since <paramref name="b"/>.</summary>
    public static ServerReads operator -(ServerReads a, ServerReads b) =>
        new(a.DiskBytes - b.DiskBytes, a.Count - b.Count, a.Bytes - b.Bytes);

    /// <summary>A part of it.</summary>
    public static ServerReads operator /(ServerReads a, int parts) => new(a.DiskBytes / parts, a.Count / parts, a.Bytes / parts);
}
