using System.IO.Compression;
using System.Text.Json;
using System.Xml.Linq;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Packages;

/// <summary>bom.json in each package, in CycloneDX: the packages of which it is made.</summary>
public sealed class BomTests(PackageFeed feed)
{
    [Fact]
    public async Task Each_package_says_of_what_it_is_made()
    {
        await feed.PackedAsync();
        foreach (var (id, file) in feed.Files)
        {
            using var package = ZipFile.OpenRead(file);
            var text = await ReadAsync(package.GetEntry("bom.json").ShouldNotBeNull($"{id} has no bom.json"));
            text.ShouldNotContain(Repository.Root, Case.Sensitive, id);
            using var bom = JsonDocument.Parse(text);
            var root = bom.RootElement;

            // The parts of the tool for one system are made of the same.
            var name = id.StartsWith("fathom.", StringComparison.Ordinal) && id != "fathom.subjects" ? "fathom" : id;
            (Text(root, "bomFormat"), Text(root, "specVersion")).ShouldBe(("CycloneDX", "1.6"), id);

            // Two builds are the same.
            root.TryGetProperty("serialNumber", out _).ShouldBeFalse(id);
            var metadata = root.GetProperty("metadata");
            metadata.TryGetProperty("timestamp", out _).ShouldBeFalse(id);
            var itself = metadata.GetProperty("component");
            (Text(itself, "name"), Text(itself, "version"), Text(itself, "purl"))
                .ShouldBe((name, feed.Version, $"pkg:nuget/{name}@{feed.Version}"), id);

            var components = root.GetProperty("components").EnumerateArray().ToList();
            var known = components.Where(c => Text(c, "scope") == "required")
                .Select(c => $"{Text(c, "name")} {Text(c, "version")}").ToList();
            known.ShouldBeUnique(id);
            (await MadeOfAsync(package, id)).Except(known, StringComparer.OrdinalIgnoreCase).ShouldBeEmpty($"{id} does not say so");
            var references = components.Append(itself).Select(c => Text(c, "bom-ref")).ToHashSet();
            root.GetProperty("dependencies").EnumerateArray()
                .SelectMany(d => d.TryGetProperty("dependsOn", out var on) ? on.EnumerateArray().Select(r => r.GetString()!) : [])
                .Except(references).ShouldBeEmpty(id);
        }
    }

    // What a library's package depends on, and what a tool's programs brought with them.
    private static async Task<IReadOnlyList<string>> MadeOfAsync(ZipArchive package, string id)
    {
        var found = new List<string>();
        var nuspec = XDocument.Parse(await ReadAsync(package.GetEntry($"{id}.nuspec")!));
        found.AddRange(nuspec.Descendants().Where(e => e.Name.LocalName == "dependency")
            .Select(e => $"{(string)e.Attribute("id")!} {((string)e.Attribute("version")!).Trim('[', ']')}"));
        foreach (var entry in package.Entries.Where(e => e.Name.EndsWith(".deps.json", StringComparison.Ordinal)))
        {
            using var deps = JsonDocument.Parse(await ReadAsync(entry));
            found.AddRange(deps.RootElement.GetProperty("libraries").EnumerateObject()
                .Where(library => Text(library.Value, "type") == "package").Select(library => library.Name.Replace('/', ' ')));
        }

        return [.. found.Distinct()];
    }

    private static async Task<string> ReadAsync(ZipArchiveEntry entry)
    {
        using var reader = new StreamReader(await entry.OpenAsync());
        return await reader.ReadToEndAsync();
    }

    private static string Text(JsonElement element, string name) =>
        element.TryGetProperty(name, out var value) ? value.GetString()! : "";
}
