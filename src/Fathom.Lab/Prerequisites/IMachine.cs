using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Lab.Prerequisites;

/// <summary>A machine as probes see it. Tests give probes a machine of their own.</summary>
public interface IMachine
{
    /// <summary>Whether it runs Linux.</summary>
    bool IsLinux { get; }

    /// <summary>Whether it runs Windows.</summary>
    bool IsWindows { get; }

    /// <summary>Whether this process has root's rights, or an administrator's.</summary>
    bool IsPrivileged { get; }

    /// <summary>Processors that this process may use.</summary>
    int Processors { get; }

    /// <summary>Memory that this process may use, in bytes.</summary>
    long MemoryBytes { get; }

    /// <summary>Version of the .NET runtime that runs this process.</summary>
    Version Runtime { get; }

    /// <summary>Full path of the <c>dotnet</c> that runs this process.</summary>
    string Dotnet { get; }

    /// <summary>Full path of the checkout that this program was built in; null for an installed one.</summary>
    string? Checkout { get; }

    /// <summary>Full path of the first program that is found; null for none (<see cref="ExecutableSearch"/>).</summary>
    /// <param name="names">Names that do the same, the preferred one first.</param>
    string? FindExecutable(params IReadOnlyList<string> names);

    /// <summary>Runs a program to its end, with empty standard input.</summary>
    /// <param name="program">Name or path.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <param name="cancellation">Kills it.</param>
    /// <returns>Exit code, standard output and standard error; null where it cannot be started.</returns>
    Task<(int ExitCode, string Output, string Error)?> RunAsync(
        string program, IReadOnlyList<string> arguments, CancellationToken cancellation);

    /// <summary>The text of a file, trimmed; null where it cannot be read.</summary>
    /// <param name="path">A full path.</param>
    string? ReadFile(string path);

    /// <summary>Opens a device for reading and writing, and closes it.</summary>
    /// <param name="path">A full path.</param>
    DeviceAccess TryDevice(string path);

    /// <summary>The version of a library; null where it cannot be loaded, empty where it states none.</summary>
    /// <param name="name">Its file name.</param>
    /// <param name="function">A function without parameters that returns the version as a C string.</param>
    string? LibraryVersion(string name, string function);
}

/// <summary>What opening a device gave.</summary>
public enum DeviceAccess
{
    /// <summary>It was opened.</summary>
    Open,

    /// <summary>There is no such device.</summary>
    Absent,

    /// <summary>This user may not open it.</summary>
    Denied,

    /// <summary>It is there and cannot be opened: no driver is behind it.</summary>
    Unusable,
}

/// <summary>This machine.</summary>
public sealed class LocalMachine : IMachine
{
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
        string program, IReadOnlyList<string> arguments, CancellationToken cancellation)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true, UseShellExecute = false,
        };
        try
        {
            using var process = Process.Start(start)!;
            process.StandardInput.Close();
            var (output, error) = (process.StandardOutput.ReadToEndAsync(cancellation), process.StandardError.ReadToEndAsync(cancellation));
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
    public string? LibraryVersion(string name, string function)
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

    [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
    private delegate nint VersionFunction();
}
