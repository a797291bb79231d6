using System.Diagnostics;
using System.Globalization;

namespace Fathom.LinuxTests;

/// <summary>A folder with one file, and python's http.server for it outside any link. A test owns both.</summary>
internal sealed class HttpFolder : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-http-");
    private Process? _server;

    public HttpFolder() => File.WriteAllText(System.IO.Path.Combine(_folder.FullName, "word.txt"), Content);

    public string Content { get; } = $"word {Guid.NewGuid():N}";

    public string Path => _folder.FullName;

    /// <summary>Serves the folder on loopback and returns the port.</summary>
    public async Task<int> ServeAsync()
    {
        _server = Process.Start(new ProcessStartInfo(
            "python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", Path])
        {
            RedirectStandardOutput = true, RedirectStandardError = true,
        })!;
        // Serving HTTP on 127.0.0.1 port 41231 (...)
        var line = await _server.StandardOutput.ReadLineAsync();
        return int.Parse(line!.Split(" port ")[1].Split(' ')[0], CultureInfo.InvariantCulture);
    }

    public void Dispose()
    {
        _server?.Kill();
        _server?.Dispose();
        _folder.Delete(recursive: true);
    }
}
