namespace Fathom.TestKit;

/// <summary>An empty folder of a test's own, removed with all that is in it when it is disposed.</summary>
public sealed class TemporaryFolder : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-");

    /// <summary>Where it is.</summary>
    public string Path => _folder.FullName;

    /// <summary>A path in it.</summary>
    public string PathOf(string name) => System.IO.Path.Combine(Path, name);

    /// <inheritdoc/>
    public void Dispose() => _folder.Delete(recursive: true);
}
