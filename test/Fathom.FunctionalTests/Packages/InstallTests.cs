using System.IO.Compression;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Packages;

/// <summary>What <c>dotnet pack</c> makes can be installed into an empty project, and does there what its README shows.</summary>
public partial class InstallTests(PackageFeed feed)
{
    /// <summary>The products, and what the first snippet of each one's README prints.</summary>
    public static TheoryData<string, string, string> Products => new()
    {
        { "Fathom.Transport", "Hello", "Hello, world!" },
        { "Fathom.Transport.Protobuf", "Text", "Hello, world!" },
        { "Fathom.Contracts", "Greeting", "Hello, world!" },
        { "Fathom.Mediator", "Shop", "250 cents" },
        { "Fathom.Link", "Line", "is localhost:5001 behind a line of 10 Mbit/s and 50 ms there and back." },
    };

    [Theory]
    [MemberData(nameof(Products))]
    public async Task The_first_snippet_of_its_README_builds_and_runs_on_its_packages(string product, string name, string prints)
    {
        var readme = await File.ReadAllTextAsync(Repository.PathOf($"src/{product}/README.md"));
        var packages = AddedPackage().Matches(readme).Select(m => m.Groups[1].Value).ToList();
        packages.ShouldContain(product);

        var program = await feed.BuildAsync(name, packages, Snippet().Match(readme).Groups[1].Value);

        (await feed.DotnetAsync("exec", program)).ShouldContain(prints);
    }

    [Theory]
    [InlineData("Fathom.Transport.AspNetCore", "Web")]
    [InlineData("Fathom.Transport.Hosting", "Hosted")]
    public async Task The_first_snippet_of_an_application_builds_on_its_packages(string product, string name)
    {
        var readme = await File.ReadAllTextAsync(Repository.PathOf($"src/{product}/README.md"));
        var packages = AddedPackage().Matches(readme).Select(m => m.Groups[1].Value).ToList();
        packages.ShouldContain(product);

        var program = await feed.BuildAsync(name, packages, Snippet().Match(readme).Groups[1].Value, "Microsoft.NET.Sdk.Web");

        File.Exists(program).ShouldBeTrue();
    }

    [Fact]
    public async Task Every_package_has_README_icon_licence_and_symbols_and_depends_only_on_packages()
    {
        await feed.PackedAsync();
        foreach (var (id, file) in feed.Files)
        {
            using var package = ZipFile.OpenRead(file);
            var files = package.Entries.Select(e => e.FullName).ToList();
            files.ShouldContain("README.md", id);
            files.ShouldContain("icon.png", id);
            await using var text = await package.GetEntry($"{id}.nuspec")!.OpenAsync();
            var metadata = XDocument.Load(text).Root!.Elements().Single();
            Element("license").ShouldBe("MIT", id);
            Element("readme").ShouldBe("README.md", id);
            Element("icon").ShouldBe("icon.png", id);
            Element("description").ShouldNotBe("Package Description", id);
            // A debugger looks up the symbols of libraries.
            var isTool = metadata.Descendants().Any(e => e.Name.LocalName == "packageType");
            File.Exists(Path.ChangeExtension(file, ".snupkg")).ShouldBe(!isTool, id);

            var ours = metadata.Descendants().Where(e => e.Name.LocalName == "dependency").Select(e => (string)e.Attribute("id")!)
                .Where(d => d.StartsWith("Fathom.", StringComparison.Ordinal));
            feed.Files.Keys.ShouldBe(feed.Files.Keys.Union(ours), ignoreOrder: true, $"{id} depends on what is not packed");

            string Element(string name) => metadata.Elements().Single(e => e.Name.LocalName == name).Value;
        }
    }

    [GeneratedRegex("^dotnet add package (Fathom\\S*)", RegexOptions.Multiline)]
    private static partial Regex AddedPackage();

    [GeneratedRegex("```csharp\n(.*?)```", RegexOptions.Singleline)]
    private static partial Regex Snippet();
}
