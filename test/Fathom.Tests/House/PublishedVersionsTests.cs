using System.Xml.Linq;
using Fathom.TestKit;

namespace Fathom.Tests.House;

/// <summary>A client that is published for an older runtime differs from the built one in its runtime, and says where in more.</summary>
public class PublishedVersionsTests
{
    private static readonly XDocument Published = XDocument.Load(Repository.PathOf("subjects/originals/published/Client.csproj.in"));

    private static readonly Dictionary<string, string> Central = XDocument.Load(Repository.PathOf("Directory.Packages.props"))
        .Descendants("PackageVersion").ToDictionary(p => (string)p.Attribute("Include")!, p => (string)p.Attribute("Version")!);

    [Fact]
    public void On_dotnet_8_the_packages_are_those_of_the_build()
    {
        var versions = Published.Descendants("PackageReference")
            .Where(p => ((string?)p.Parent!.Attribute("Condition"))?.Contains("netcoreapp3.1", StringComparison.Ordinal) != true)
            .Select(p => ((string)p.Attribute("Include")!, (string)p.Attribute("Version")!)).ToList();
        versions.Count.ShouldBeGreaterThan(5);
        // The build has these from the framework.
        foreach (var (package, version) in versions.Where(v => v.Item1 is not ("System.Text.Json" or "NETStandard.Library")))
        {
            version.ShouldBe(Central[package], package);
        }
    }

    [Fact]
    public void The_page_names_the_versions_that_are_published()
    {
        var page = File.ReadAllText(Repository.PathOf("docs/subject-protocol.md"));
        foreach (var framework in Published.Descendants("RuntimeFrameworkVersion"))
        {
            var client = framework.Parent!.ElementsAfterSelf("ItemGroup").First().Elements("PackageReference")
                .Single(p => (string)p.Attribute("Include")! == "Grpc.Net.Client");
            page.ShouldContain($"({framework.Value}, Grpc.Net.Client {(string)client.Attribute("Version")!}");
        }
    }
}
