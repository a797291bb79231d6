using System.Runtime.InteropServices;

namespace Fathom.Transport.Codecs;

/// <summary>A native library of this system. Loaded once per process, by the first codec that uses it.</summary>
/// <param name="names">Its file on Linux, macOS and Windows.</param>
/// <param name="package">The package that holds it on Debian and on Fedora.</param>
internal sealed class SystemLibrary((string Linux, string MacOs, string Windows) names, (string Debian, string Fedora) package)
{
    private nint _handle;

    private string Name => OperatingSystem.IsWindows() ? names.Windows : OperatingSystem.IsMacOS() ? names.MacOs : names.Linux;

    /// <summary>Loads the library.</summary>
    /// <exception cref="DllNotFoundException">It is not installed; the message says which package holds it.</exception>
    public void Load()
    {
        if (!NativeLibrary.TryLoad(Name, out _handle))
        {
            throw new DllNotFoundException($"The library {Name} is not installed. Debian, Ubuntu: apt-get install {package.Debian}; "
                + $"Fedora: dnf install {package.Fedora}.");
        }
    }

    /// <summary>The address of a function.</summary>
    /// <exception cref="EntryPointNotFoundException">The library has no such function: it is too old.</exception>
    public nint Export(string function) => NativeLibrary.TryGetExport(_handle, function, out var address)
        ? address
        : throw new EntryPointNotFoundException($"The library {Name} has no function {function}: a newer version is needed.");
}
