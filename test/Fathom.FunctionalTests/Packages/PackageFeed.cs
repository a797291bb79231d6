using System.Collections.Concurrent;
using System.Diagnostics;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Fathom.TestKit;

[assembly: AssemblyFixture(typeof(Fathom.FunctionalTests.Packages.PackageFeed))]

namespace Fathom.FunctionalTests.Packages;

/// <summary>
/// A folder with the packages of this build, packed once, and empty projects that restore from it alone. Packages of others come from the
/// folder where the build put them, so that no network is needed. One for all tests; disposing it removes it all.
/// </summary>
public sealed partial class PackageFeed : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    private readonly TemporaryFolder _folder = new();
    private readonly Lazy<Task> _packed;
    private readonly ConcurrentDictionary<string, Lazy<Task>> _installed = new(StringComparer.Ordinal);

    public PackageFeed() => _packed = new Lazy<Task>(PackAsync);

    /// <summary>The packages there are, by id; complete once <see cref="PackedAsync"/> has ended.</summary>
    public IReadOnlyDictionary<string, string> Files => Directory.GetFiles(FeedPath, "*.nupkg")
        .ToDictionary(file => PackageFile().Match(Path.GetFileName(file)).Groups["id"].Value, StringComparer.Ordinal);

    /// <summary>The one version that all of them have.</summary>
    public string Version => Files.Values.Select(file => PackageFile().Match(Path.GetFileName(file)).Groups["version"].Value)
        .Distinct().Single();

    private static string Configuration => AppContext.BaseDirectory.Contains("release", StringComparison.Ordinal) ? "Release" : "Debug";

    private static string RestoredPackages => Environment.GetEnvironmentVariable("NUGET_PACKAGES")
        ?? Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), ".nuget", "packages");

    /// <summary>Where there is no repository.</summary>
    public string Folder => _folder.Path;

    /// <summary>The folder of installed tools.</summary>
    public string ToolsPath => _folder.PathOf("tools");

    private string FeedPath => _folder.PathOf("feed");

    /// <summary>Packs, unless that was done.</summary>
    public Task PackedAsync() => _packed.Value;

    /// <summary>Makes a console project on packages of the feed, with this program, and builds it. Its program, for <c>dotnet
    /// exec</c>.</summary>
    public async Task<string> BuildAsync(string name, IEnumerable<string> packages, string program, string sdk = "Microsoft.NET.Sdk")
    {
        await PackedAsync();
        var project = Directory.CreateDirectory(_folder.PathOf(name)).FullName;
        await File.WriteAllTextAsync(Path.Combine(project, "Program.cs"), program);
        new XDocument(new XElement("Project",
            new XAttribute("Sdk", sdk),
            new XElement("PropertyGroup",
                new XElement("OutputType", "Exe"),
                new XElement("TargetFramework", "net10.0"),
                new XElement("ImplicitUsings", "enable"),
                new XElement("Nullable", "enable"),
                new XElement("TreatWarningsAsErrors", "true")),
            new XElement("ItemGroup", packages.Select(package => new XElement("PackageReference",
                new XAttribute("Include", package), new XAttribute("Version", Version))))))
            .Save(Path.Combine(project, $"{name}.csproj"));
        await DotnetAsync("build", project, "--nologo", "-o", Path.Combine(project, "out"));
        return Path.Combine(project, "out", $"{name}.dll");
    }

    /// <summary>Installs a tool from the feed, where there is no repository, unless that was done. The installed program.</summary>
    /// <param name="package">The package.</param>
    /// <param name="command">Its program.</param>
    public async Task<string> InstallToolAsync(string package, string command)
    {
        await PackedAsync();
        await _installed.GetOrAdd(package, _ => new(() => DotnetAsync("tool", "install", package, "--tool-path", ToolsPath,
            "--version", Version, "--configfile", _folder.PathOf("nuget.config")))).Value;
        return Path.Combine(ToolsPath, OperatingSystem.IsWindows() ? $"{command}.exe" : command);
    }

    /// <summary>Runs <c>dotnet</c> in the folder and returns what it wrote to standard output. An exit code other than 0 is a failure that
    /// shows the output.</summary>
    public async Task<string> DotnetAsync(params string[] arguments) => await RunAsync("dotnet", arguments);

    /// <summary>Runs any program, as <see cref="DotnetAsync"/> does.</summary>
    public async Task<string> RunAsync(string program, params string[] arguments) => await RunAsync(In(program, arguments));

    /// <summary>The same of a program that may end with any exit code.</summary>
    public Task<ChildResult> ResultAsync(string program, params string[] arguments) =>
        ChildProcess.RunAsync(In(program, arguments), Patience);

    public void Dispose() => _folder.Dispose();

    private async Task PackAsync()
    {
        Directory.CreateDirectory(FeedPath);
        new XDocument(new XElement("configuration",
            new XElement("packageSources", new XElement("clear"), Add("built", FeedPath)),
            new XElement("fallbackPackageFolders", new XElement("clear"), Add("restored", RestoredPackages))))
            .Save(_folder.PathOf("nuget.config"));

        // What the build of the tests left is packed: nothing is compiled again. The version is that of the build, which a commit may have
        // followed.
        var built = FileVersionInfo.GetVersionInfo(FathomProcess.Program).ProductVersion!.Split('+')[0];
        var output = await RunAsync(new ProcessStartInfo("dotnet",
        [
            "pack", Repository.PathOf("Fathom.slnx"), "--no-build", "--nologo", "-c", Configuration, "-o", FeedPath,
            $"-p:MinVerVersionOverride={built}",
        ]));
        output.ShouldNotContain(": warning ");
    }

    private ProcessStartInfo In(string program, string[] arguments)
    {
        var info = new ProcessStartInfo(program, arguments) { WorkingDirectory = _folder.Path };

        // What was restored here before must not be found in place of this build's packages.
        info.Environment["NUGET_PACKAGES"] = _folder.PathOf("packages");
        return info;
    }

    private static async Task<string> RunAsync(ProcessStartInfo info)
    {
        var result = await ChildProcess.RunAsync(info, Patience);
        result.ExitCode.ShouldBe(0, $"{info.FileName} {string.Join(' ', info.ArgumentList)}\n{result.Output}\n{result.Errors}");
        return result.Output;
    }

    private static XElement Add(string key, string value) => new("add", new XAttribute("key", key), new XAttribute("value", value));

    [GeneratedRegex(@"^(?<id>[A-Za-z][\w.-]*?)\.(?<version>\d+\.\d+\.\d+.*)\.nupkg$")]
    private static partial Regex PackageFile();
}
