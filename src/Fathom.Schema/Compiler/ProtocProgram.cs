using System.Runtime.InteropServices;
using Fathom.Schema.Faults;

namespace Fathom.Schema.Compiler;

/// <summary>Finds protoc: the one that the build put beside the program, else the one on PATH.</summary>
internal static class ProtocProgram
{
    /// <summary>The folder beside the program, with a folder for each system and one with protobuf's own .proto files.</summary>
    private static string Folder => Path.Combine(AppContext.BaseDirectory, "protoc");

    /// <summary>protobuf's own .proto files; null where they are not beside the program.</summary>
    public static string? Imports => Path.Combine(Folder, "include") is var path && Directory.Exists(path) ? path : null;

    /// <summary>The program. <paramref name="scratch"/> is for a copy where the installed file may not be executed.</summary>
    /// <exception cref="SchemaException">There is none for this system.</exception>
    public static string Find(string scratch, string? searchPath)
    {
        var name = OperatingSystem.IsWindows() ? "protoc.exe" : "protoc";
        if (SystemName() is { } system && Path.Combine(Folder, system, name) is var shipped && File.Exists(shipped))
        {
            return OperatingSystem.IsWindows() ? shipped : Executable(shipped, scratch);
        }

        return (searchPath ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
            .Select(folder => Path.Combine(folder, name))
            .FirstOrDefault(File.Exists) ?? throw SchemaException.Missing(
                $"--proto: no protoc for {RuntimeInformation.RuntimeIdentifier} comes with fathom, and none is on PATH; install it "
                + "(Debian: apt-get install protobuf-compiler; macOS: brew install protobuf), or give --protoset");
    }

    // The names of Grpc.Tools' folders. Windows runs x64 programs on ARM, too.
    private static string? SystemName() => RuntimeInformation.OSArchitecture switch
    {
        _ when OperatingSystem.IsMacOS() => "macosx_universal",
        Architecture.X64 or Architecture.Arm64 when OperatingSystem.IsWindows() => "windows_x64",
        Architecture.X64 when OperatingSystem.IsLinux() => "linux_x64",
        Architecture.Arm64 when OperatingSystem.IsLinux() => "linux_arm64",
        _ => null,
    };

    // A package may have been unpacked without the right to execute.
    private static string Executable(string program, string scratch)
    {
        if (OperatingSystem.IsWindows() || (File.GetUnixFileMode(program) & UnixFileMode.UserExecute) != 0)
        {
            return program;
        }

        var copy = Path.Combine(scratch, Path.GetFileName(program));
        File.Copy(program, copy);
        File.SetUnixFileMode(copy, UnixFileMode.UserRead | UnixFileMode.UserExecute);
        return copy;
    }
}
