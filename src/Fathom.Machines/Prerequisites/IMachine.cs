namespace Fathom.Machines.Prerequisites;

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
    /// <param name="program">A full path: a bare name would be looked for in the current folder before PATH.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <param name="cancellation">Kills it.</param>
    /// <param name="onLine">Receives each line of its standard output as it comes.</param>
    /// <returns>Exit code, standard output and standard error, of each the first MiB; null where it cannot be started.</returns>
    /// <exception cref="ArgumentException">The path is not a full one.</exception>
    Task<(int ExitCode, string Output, string Error)?> RunAsync(
        string program, IReadOnlyList<string> arguments, CancellationToken cancellation, Action<string>? onLine = null);

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
