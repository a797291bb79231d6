using System.Runtime.InteropServices;

namespace Fathom.Transport.Codecs;

/// <summary>A system library that a codec calls. Loaded once per process, at the first use.</summary>
/// <param name="codec">The codec that needs it, for the message.</param>
/// <param name="names">Its file on Linux, macOS and Windows.</param>
/// <param name="package">The package that holds it on Debian and on Fedora.</param>
internal sealed class NativeCodecLibrary(string codec, (string Linux, string MacOs, string Windows) names,
    (string Debian, string Fedora) package)
{
    private readonly Lock _loading = new();
    private nint _handle;

    private string Name => OperatingSystem.IsWindows() ? names.Windows : OperatingSystem.IsMacOS() ? names.MacOs : names.Linux;

    /// <summary>True where the library can be loaded.</summary>
    public bool IsAvailable => TryLoad();

    /// <summary>The address of a function.</summary>
    /// <exception cref="CodecUnavailableException">The library or the function is not there.</exception>
    public nint Export(string function)
    {
        if (!TryLoad())
        {
            throw new CodecUnavailableException(
                $"The codec '{codec}' needs the library {Name}, which this system does not have. Debian, Ubuntu: apt-get install "
                    + $"{package.Debian}; Fedora: dnf install {package.Fedora}.");
        }

        return NativeLibrary.TryGetExport(_handle, function, out var address)
            ? address
            : throw new CodecUnavailableException(
            $"The library {Name} on this system has no function {function}: the codec '{codec}' needs a newer one.");
    }

    private bool TryLoad()
    {
        lock (_loading)
        {
            return _handle != 0 || NativeLibrary.TryLoad(Name, out _handle);
        }
    }
}
