using Fathom.Contracts.Generator.Diagnostics;
using Fathom.TestKit;

namespace Fathom.Contracts.Tests.Generator;

/// <summary>What has no diagnostics, and the pages of those there are.</summary>
public class DiagnosticTests
{
    [Fact]
    public void Data_contracts_for_other_serializers_are_left_alone()
    {
        var run = new GeneratorRun(GeneratorRun.Usings + "[DataContract] class C { [DataMember] public decimal A { get; set; } }");
        run.Diagnostics.ShouldBeEmpty();
        run.Result.GeneratedSources.ShouldBeEmpty();
    }

    [Fact]
    public void Every_diagnostic_has_its_page_and_every_page_its_diagnostic()
    {
        var pages = Directory.GetFiles(Repository.PathOf("docs/diagnostics"), "FATHOM*.md")
            .Select(p => Path.GetFileNameWithoutExtension(p));
        pages.ShouldBe(Descriptors.All.Select(d => d.Id), ignoreOrder: true);
        foreach (var descriptor in Descriptors.All)
        {
            File.ReadAllText(Repository.PathOf($"docs/diagnostics/{descriptor.Id}.md"))
                .ShouldStartWith($"# {descriptor.Id}: {descriptor.Title.ToString()}");
        }
    }
}
