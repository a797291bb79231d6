using System.ComponentModel;
using System.Diagnostics;
using System.Text;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Machines.Prerequisites;

/// <summary>This machine.</summary>
public sealed class LocalMachine : IMachine
{
    /// <summary>The most characters that are kept of what a program writes to its standard output, and to its standard error.</summary>
    public const int MaxOutput = 1 << 20;

    /// <inheritdoc/>
    public bool IsLinux => OperatingSystem.IsLinux();

    /// <inheritdoc/>
    public bool IsWindows => OperatingSystem.IsWindows();

    /// <inheritdoc/>
    public bool IsPrivileged => Environment.IsPrivilegedProcess;

    /// <inheritdoc/>
    public int Processors => Environment.ProcessorCount;

    /// <inheritdoc/>
    public long MemoryBytes => GC.GetGCMemoryInfo().TotalAvailableMemoryBytes;

    /// <inheritdoc/>
    public Version Runtime => Environment.Version;

    /// <inheritdoc/>
    public string Dotnet => SubjectCatalog.DotnetHost;

    /// <inheritdoc/>
    public string? Checkout { get; } = FindCheckout();

    /// <inheritdoc/>
    public string? FindExecutable(params IReadOnlyList<string> names) => ExecutableSearch.Find(names);

    /// <inheritdoc/>
    public async Task<(int ExitCode, string Output, string Error)?> RunAsync(
        string program, IReadOnlyList<string> arguments, CancellationToken cancellation, Action<string>? onLine = null)
    {
        if (!Path.IsPathFullyQualified(program))
        {
            throw new ArgumentException($"'{program}' is no full path", nameof(program));
        }

        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false,
        };
        try
        {
            using var process = Process.Start(start)!;
            process.StandardInput.Close();
            var output = ReadAsync(process.StandardOutput, onLine, cancellation);
            var error = ReadAsync(process.StandardError, null, cancellation);
            try
            {
                await process.WaitForExitAsync(cancellation);
                return (process.ExitCode, await output, await error);
            }
            catch (OperationCanceledException)
            {
                process.Kill(entireProcessTree: true);
                throw;
            }
        }
        catch (Win32Exception)
        {
            return null;
        }
    }

    /// <inheritdoc/>
    public string? ReadFile(string path)
    {
        try
        {
            return File.ReadAllText(path).Trim();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <inheritdoc/>
    public DeviceAccess TryDevice(string path)
    {
        try
        {
            // Shared, so that no lock is taken. A TUN device is made by an ioctl, not by opening.
            using var handle = File.OpenHandle(path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite);
            return DeviceAccess.Open;
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return DeviceAccess.Absent;
        }
        catch (UnauthorizedAccessException)
        {
            return DeviceAccess.Denied;
        }
        catch (IOException)
        {
            return DeviceAccess.Unusable;
        }
    }

    /// <inheritdoc/>
    public string? LibraryVersion(string name, string function) => NativeLibraryVersion.Of(name, function);

    // To the end, since a full pipe would keep the program from ending; what is over the limit is not kept.
    private static async Task<string> ReadAsync(StreamReader reader, Action<string>? onLine, CancellationToken cancellation)
    {
        var kept = new StringBuilder();
        var line = new StringBuilder();
        var buffer = new char[4096];
        while (await reader.ReadAsync(buffer, cancellation) is > 0 and var read)
        {
            kept.Append(buffer, 0, Math.Min(read, MaxOutput - kept.Length));
            if (onLine is not null)
            {
                Pass(buffer.AsSpan(0, read), line, onLine);
            }
        }

        return kept.ToString();
    }

    private static void Pass(ReadOnlySpan<char> read, StringBuilder line, Action<string> onLine)
    {
        while (read.IndexOf('\n') is >= 0 and var end)
        {
            onLine(line.Append(read[..end]).ToString().TrimEnd('\r'));
            line.Clear();
            read = read[(end + 1)..];
        }

        line.Append(read);
    }

    private static string? FindCheckout()
    {
        for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, "Fathom.slnx")))
            {
                return folder.FullName;
            }
        }

        return null;
    }
}
