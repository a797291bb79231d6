using Fathom.Link.Linux;
using Fathom.SubjectProtocol.Runners;
using Fathom.TestKit;

namespace Fathom.Tests.SubjectProtocol;

/// <summary>The <c>dotnet</c> that subjects and links are started with.</summary>
public sealed class DotnetHostTests : IDisposable
{
    private static readonly string Name = OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet";

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private string Runtime => Path.Combine(_folder.Path, "net", "shared", "Microsoft.NETCore.App", "10.0.0");

    [Fact]
    public void The_one_above_the_runtime_wins_over_PATH()
    {
        var (above, onPath) = (Put("net"), Put("bin"));
        SubjectCatalog.FindDotnet(Runtime, Path.GetDirectoryName(onPath)!).ShouldBe(above);
        LinkPrograms.FindDotnet(Runtime).ShouldBe(above);
    }

    [Fact]
    public void Else_it_is_found_in_absolute_folders_of_PATH_only_and_its_path_is_full()
    {
        var onPath = Put("bin");
        var relative = Path.GetRelativePath(Directory.GetCurrentDirectory(), Path.GetDirectoryName(Put("here"))!);
        string[] folders = ["", ".", relative, Path.GetDirectoryName(onPath)!];
        SubjectCatalog.FindDotnet(Runtime, string.Join(Path.PathSeparator, folders)).ShouldBe(onPath);
        SubjectCatalog.FindDotnet(Runtime, string.Join(Path.PathSeparator, folders[..3]))
            .ShouldBe(Path.Combine(_folder.Path, "net", Name), "never a bare name");
    }

    private string Put(string folder)
    {
        var path = Path.Combine(Directory.CreateDirectory(_folder.PathOf(folder)).FullName, Name);
        File.WriteAllText(path, "");
        return path;
    }
}
